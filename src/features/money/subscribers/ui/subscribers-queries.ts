import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client, saveFile } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { backOfficeSubscriptionQuerySchema } from '../back-office-subscriptions.schema.ts';

/** The list of /subscribers; `id` is the subscription in the drawer. */
export const subscribersList = defineList({
  name: 'subscribers',
  filters: backOfficeSubscriptionQuerySchema.shape,
  overlays: { id: z.uuid().optional() },
  fetchPage: (query) => call(client.api.subscribers.$get({ query })),
  csv: '/api/subscribers.csv',
  exportRows: (json) => saveFile(client.api['subscribers.csv'].$post({ json }), 'subscribers.csv'),
});

const KEY = [subscribersList.name];

export function subscriptionFiguresQuery(influencer: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'figures', influencer],
    queryFn: () => call(client.api.subscribers.figures.$get({ query: { influencer } })),
    placeholderData: keepPreviousData,
  });
}

/** What fans paid for days that a suspension for a violation takes from them. */
export function unusedDaysQuery(influencer: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'unused', influencer],
    queryFn: () => call(client.api.subscribers.unused.$get({ query: { influencer } })),
  });
}

/** A subscription; null if it does not exist. */
export function subscriberQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api.subscribers[':id'].$get({ param: { id } })),
  });
}

/** A subscription's payments, page by page. */
export function subscriberPaymentsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'payments', id],
    queryFn: ({ pageParam }) =>
      call(
        client.api.subscribers[':id'].payments.$get({ param: { id }, query: { after: pageParam } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Refetches every query that shows subscriptions in the back office. */
export function refreshSubscribers(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
