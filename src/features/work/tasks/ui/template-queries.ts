import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The templates of tasks, by name. */
export const taskTemplatesQuery = queryOptions({
  queryKey: ['task-templates'],
  queryFn: async () => (await call(client.api['task-templates'].$get())).templates,
});
