import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { reportQuerySchema, type CohortsQuery, type ReportQuery } from '../reports.schema.ts';
import { COMPARED } from './compared.ts';

const { range, influencer, owner } = reportQuerySchema.shape;

/** The search parameters of /reports. */
export const reportsSearchSchema = listSearchSchema({
  range: range.unwrap().optional(),
  influencer,
  owner,
  sort: z.enum(COMPARED).optional(),
});

export function reportQuery(query: ReportQuery) {
  return queryOptions({
    queryKey: ['reports', query],
    queryFn: () => call(client.api.reports.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

export function influencerReportsQuery(query: ReportQuery) {
  return queryOptions({
    queryKey: ['reports', 'influencers', query],
    queryFn: () => call(client.api.reports.influencers.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

export function profitReportQuery(query: ReportQuery) {
  return queryOptions({
    queryKey: ['reports', 'profit', query],
    queryFn: () => call(client.api.reports.profit.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

export function recurringReportQuery(query: ReportQuery) {
  return queryOptions({
    queryKey: ['reports', 'recurring', query],
    queryFn: () => call(client.api.reports.recurring.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

export function cohortsQuery(query: CohortsQuery) {
  return queryOptions({
    queryKey: ['reports', 'cohorts', query],
    queryFn: () => call(client.api.reports.cohorts.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

type ReportFile = 'influencers' | 'profit' | 'periods' | 'recurring' | 'cohorts';

/** The address of a CSV file of the reports. */
export function reportFile(name: ReportFile, query: ReportQuery | CohortsQuery): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/api/reports/${name}.csv?${new URLSearchParams(set).toString()}`;
}
