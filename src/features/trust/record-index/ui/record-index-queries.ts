import { call, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { recordNameQuerySchema, recordWorkQuerySchema } from '../record-index.schema.ts';

/** The list of /record-index. */
export const recordNamesList = defineList({
  name: 'record-names',
  filters: recordNameQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api['record-names'].$get({ query })),
  csv: '/api/record-names.csv',
  staleTime: 0,
});

/** The list of /record-index/works. */
export const recordWorksList = defineList({
  name: 'record-works',
  filters: recordWorkQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api['record-works'].$get({ query })),
  csv: '/api/record-works.csv',
  staleTime: 0,
});
