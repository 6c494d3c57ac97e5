import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { renewalText } from './renewal-text.ts';
import { refreshSubscriptions } from './subscriptions-queries.ts';

/** Undoes a cancellation. The card shows the price; it can be cancelled again. */
export function useUndoCancellation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: OwnSubscription) =>
      call(client.api.subscriptions[':id'].resume.$post({ param: { id } })),
    onSuccess: (_, subscription) =>
      toast.success('Success', {
        // A fixed id, so that a double click shows it once.
        id: `kept-${subscription.id}`,
        description: `Subscription kept: ${renewalText(subscription, Date.now())}.`,
      }),
    onError: ({ message }) =>
      toast.error('Error', { description: `Failed to keep subscription: ${message}` }),
    onSettled: () => refreshSubscriptions(queryClient),
  });
}
