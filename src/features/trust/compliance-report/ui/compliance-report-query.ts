import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { monthSchema } from '#src/lib/locale/months.ts';

/** Search parameters of /complaints/report. */
export const complianceReportSearchSchema = z.object({
  month: monthSchema.optional().catch(undefined),
});

/** The compliance report of a month; the previous month stays visible while it loads. */
export function complianceReportQuery(month: string) {
  return queryOptions({
    queryKey: ['compliance-report', month],
    queryFn: () => call(client.api['compliance-report'].$get({ query: { month } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
