import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { invoiceQuerySchema, quarterSchema } from '../invoices.schema.ts';

/** Search parameters of /tax-report. */
export const taxReportSearchSchema = z.object({
  quarter: quarterSchema.optional().catch(undefined),
});

/** The list of /invoices. */
export const invoicesList = defineList({
  name: 'invoices',
  filters: invoiceQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api.invoices.$get({ query })),
  csv: '/api/invoices.csv',
});

/** The tax of a quarter; the previous quarter stays visible while it loads. */
export function taxReportQuery(quarter: string) {
  return queryOptions({
    queryKey: ['tax-report', quarter],
    queryFn: () => call(client.api['tax-report'].$get({ query: { quarter } })),
    placeholderData: keepPreviousData,
  });
}

/** The country that a fan stated, and whether a checkout needs it. */
export const residenceQuery = queryOptions({
  queryKey: ['tax-residence'],
  queryFn: () => call(client.api['tax-residence'].$get()),
});
