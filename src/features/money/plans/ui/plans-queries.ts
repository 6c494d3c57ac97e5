import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { call, callOrNull, client } from '#src/web/client.ts';
import { planQuerySchema, type PlanQuery } from '../plans.schema.ts';

/** The list of /subscription-plans: over it the plan that is edited, or a new one being made. */
export const plansList = defineList({
  name: 'plans',
  filters: planQuerySchema.shape,
  overlays: { plan: z.uuid().optional(), action: z.literal('create').optional() },
  fetchPage: (query) => call(client.api.plans.$get({ query })),
});

const KEY = [plansList.name];

export const planCountsQuery = ({ search }: Pick<PlanQuery, 'search'>) =>
  queryOptions({
    queryKey: [...KEY, 'counts', { search }],
    queryFn: () => call(client.api.plans.counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
  });

/** A plan as it is now, and null when there is none. */
export const findPlan = (id: string) => callOrNull(client.api.plans[':id'].$get({ param: { id } }));

/** The plan that is being edited: always asked for anew, for the version counts. */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => findPlan(id),
    staleTime: 0,
    gcTime: 0,
    // The form is a draft: a refetch must not change it under the reader's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Has what is listed of plans loaded again, and what shows an influencer's price. */
export async function refreshPlans(queryClient: QueryClient): Promise<void> {
  void refreshInfluencers(queryClient);
  await queryClient.invalidateQueries({
    queryKey: KEY,
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
}
