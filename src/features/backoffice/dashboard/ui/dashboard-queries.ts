import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

export const backOfficeDashboardQuery = queryOptions({
  queryKey: ['dashboard', 'office'],
  queryFn: () => call(client.api.dashboard.$get()),
});

/** The steps of the setup, for admins. */
export const setupGuideQuery = queryOptions({
  queryKey: ['dashboard', 'setup'],
  queryFn: async () => (await call(client.api['setup-guide'].$get())).steps,
});

export const trendsQuery = queryOptions({
  queryKey: ['dashboard', 'trends'],
  queryFn: () => call(client.api.dashboard.trends.$get()),
  staleTime: 5 * 60_000,
});

export const ownDashboardQuery = queryOptions({
  queryKey: ['dashboard', 'own'],
  queryFn: () => call(client.api.dashboard.own.$get()),
});

export const systemStatusQuery = queryOptions({
  queryKey: ['system-status'],
  queryFn: () => call(client.api['system-status'].$get()),
  refetchInterval: 30_000,
  retry: false,
});
