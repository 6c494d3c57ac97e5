import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { planQuerySchema, type PlanQuery } from '../plans.schema.ts';

/** The list of /subscription-plans, with the dialogs for plans and their commissions. */
export const plansList = defineList({
  name: 'plans',
  filters: planQuerySchema.shape,
  overlays: {
    plan: z.uuid().optional(),
    commission: z.uuid().optional(),
    price: z.uuid().optional(),
    action: z.literal('create').optional(),
  },
  fetchPage: (query) => call(client.api.plans.$get({ query })),
});

const KEY = [plansList.name];

export function planCountsQuery({ search }: Pick<PlanQuery, 'search'>) {
  return queryOptions({
    queryKey: [...KEY, 'counts', { search }],
    queryFn: () => call(client.api.plans.counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
  });
}

/** A plan; null if it does not exist. */
export function findPlan(id: string) {
  return callOrNull(client.api.plans[':id'].$get({ param: { id } }));
}

/** The plan being edited; always refetched, as the version matters. */
export function planQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => findPlan(id),
    staleTime: 0,
    gcTime: 0,
    // A refetch must not change the form during editing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The planned, active and ended commissions of a plan; null if it does not exist. */
export function commissionQuery(planId: string) {
  return queryOptions({
    queryKey: [...KEY, 'commission', planId],
    queryFn: () => callOrNull(client.api.plans[':id'].commission.$get({ param: { id: planId } })),
    staleTime: 0,
  });
}

/** Refetches the plans, and every query that shows an influencer's price. */
export async function refreshPlans(queryClient: QueryClient): Promise<void> {
  void refreshInfluencers(queryClient);
  await queryClient.invalidateQueries({
    queryKey: KEY,
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
}
