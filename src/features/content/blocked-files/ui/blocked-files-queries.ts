import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { blockedFileQuerySchema } from '../blocked-files.schema.ts';

/** The list of /blocked-files; `file` is the one in the drawer. */
export const blockedFilesList = defineList({
  name: 'blocked-files',
  filters: blockedFileQuerySchema.shape,
  overlays: { file: z.uuid().optional() },
  fetchPage: (query) => call(client.api['blocked-files'].$get({ query })),
});

const KEY = [blockedFilesList.name];

/** A blocked file with the uploads that it refused; null if it does not exist. */
export function blockedFileQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['blocked-files'][':id'].$get({ param: { id } })),
  });
}

/** Refetches every query that shows blocked files. */
export function refreshBlockedFiles(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
