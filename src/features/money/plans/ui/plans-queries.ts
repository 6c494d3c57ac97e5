import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { planQuerySchema, type PlanQuery } from '../plans.schema.ts';

/** What /subscription-plans keeps in its address: what is listed, and the dialog that is open. */
export const plansSearchSchema = listSearchSchema({
  ...planQuerySchema.shape,
  sort: planQuerySchema.shape.sort.unwrap().optional(),
  plan: z.uuid().optional(),
  action: z.literal('create').optional(),
});
export type PlansSearch = z.output<typeof plansSearchSchema>;

/** What the list is asked. */
export const filterOf = ({ sort = '-created', plan: _, action: __, ...rest }: PlansSearch) =>
  ({ ...rest, sort }) satisfies PlanQuery;

const KEY = ['plans'];

export const planListQuery = (query: PlanQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: () => call(client.api.plans.$get({ query })),
    placeholderData: keepPreviousData,
  });

export const planCountsQuery = ({ search }: Pick<PlanQuery, 'search'>) =>
  queryOptions({
    queryKey: [...KEY, 'counts', { search }],
    queryFn: () => call(client.api.plans.counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
  });

/** A plan as it is now, and null when there is none. */
export async function findPlan(id: string) {
  try {
    return await call(client.api.plans[':id'].$get({ param: { id } }));
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'not-found') return null;
    throw error;
  }
}

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
