import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** Whether users can be invited by mail; a setting of the server. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => call(client.api.users.invitations.$get()),
  staleTime: 5 * 60_000,
});
