import { queryOptions } from '@tanstack/react-query';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { bankFileQuerySchema, type FileFormat } from '../bank-files.schema.ts';

/** The list of /bank-files. */
export const bankFilesList = defineList({
  name: 'bank-files',
  filters: bankFileQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api['bank-files'].$get({ query })),
});

const KEY = [bankFilesList.name];

/** A file with its payments; null if there is none. */
export function bankFileQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'file', id],
    queryFn: () => callOrNull(client.api['bank-files'][':id'].$get({ param: { id } })),
  });
}

/** What a file of these payouts would contain. */
export function bankFileDraftQuery(format: FileFormat, ids: string[]) {
  return queryOptions({
    queryKey: [...KEY, 'draft', format, ids],
    queryFn: () => call(client.api['bank-files'].draft.$post({ json: { format, ids } })),
    gcTime: 0,
    retry: false,
  });
}

/** The address under which a file is downloaded. */
export function bankFileHref(id: string): string {
  return `/api/bank-files/${id}/file`;
}
