import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';

/** The compliance report of a month; the previous month stays visible while it loads. */
export function complianceReportQuery(month: string) {
  return queryOptions({
    queryKey: ['compliance-report', month],
    queryFn: () => call(client.api['compliance-report'].$get({ query: { month } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
