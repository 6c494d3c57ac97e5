import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '#src/lib/api-error.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import {
  officeSubscriptionQuerySchema,
  type OfficeSubscriptionQuery,
} from '../office-subscriptions.schema.ts';

/** What /subscribers keeps in its address; `id` is the subscription that is open. */
export const subscribersSearchSchema = listSearchSchema({
  ...officeSubscriptionQuerySchema.shape,
  sort: officeSubscriptionQuerySchema.shape.sort.unwrap().optional(),
  id: z.uuid().optional(),
});
export type SubscribersSearch = z.output<typeof subscribersSearchSchema>;

export const NO_FILTER = {
  search: undefined,
  status: undefined,
  influencer: undefined,
} satisfies Partial<SubscribersSearch>;

/** What the list is asked. */
export const filterOf = ({ sort = '-newest', id: _, ...rest }: SubscribersSearch) =>
  ({ ...rest, sort }) satisfies OfficeSubscriptionQuery;

const KEY = ['subscribers'];

export const subscribersQuery = (query: OfficeSubscriptionQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: () => call(client.api.subscribers.$get({ query })),
    placeholderData: keepPreviousData,
  });

export const subscriptionFiguresQuery = (influencer: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, 'figures', influencer],
    queryFn: () => call(client.api.subscribers.figures.$get({ query: { influencer } })),
    placeholderData: keepPreviousData,
  });

/** A subscription as it is now, and null when there is none. */
export const subscriberQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => {
      try {
        return await call(client.api.subscribers[':id'].$get({ param: { id } }));
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === 'not-found') return null;
        throw error;
      }
    },
  });

/** What was paid for it, page by page. */
export const subscriberPaymentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'payments', id],
    queryFn: ({ pageParam }) =>
      call(
        client.api.subscribers[':id'].payments.$get({ param: { id }, query: { after: pageParam } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Has everything that shows subscriptions to the office loaded again. */
export const refreshSubscribers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
