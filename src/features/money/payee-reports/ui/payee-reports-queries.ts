import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { payeeReportQuerySchema } from '../payee-reports.schema.ts';

const { year, ...filters } = payeeReportQuerySchema.shape;

/** The present year (UTC). */
export function thisYear(): string {
  return String(new Date().getUTCFullYear());
}

/** The list of /payee-reports. */
export const payeeReportsList = defineList({
  name: 'payee-reports',
  filters: { ...filters, year: year.optional() },
  overlays: {},
  clearable: ['search', 'group'],
  toQuery: (address) => ({
    ...address,
    sort: address.sort ?? ('-paid' as const),
    year: address.year ?? thisYear(),
  }),
  fetchPage: (query) => call(client.api['payee-reports'].$get({ query })),
});

/** What the reports of a year would contain; the previous year stays visible while it loads. */
export function payeeReportsQuery(of: string) {
  return queryOptions({
    queryKey: ['payee-reports', 'summary', of],
    queryFn: () => call(client.api['payee-reports'].summary.$get({ query: { year: of } })),
    placeholderData: keepPreviousData,
  });
}
