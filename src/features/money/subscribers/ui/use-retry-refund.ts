import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { NewRefund, Refund } from '../back-office-subscriptions.schema.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

export function requestRefund(id: string, json: NewRefund): Promise<Refund> {
  return call(client.api.subscriptions[':id'].refunds.$post({ param: { id }, json }));
}

/** Shows the result of a refund, which may still be pending at the provider. */
export function showRefundResult({ state, amountCents }: Refund): void {
  const amount = formatCents(amountCents);
  if (state === 'recorded') toast.success('Success', { description: `${amount} was refunded` });
  else if (state === 'requested')
    toast.success('Refund requested', {
      description: `${amount} is recorded as refunded once the provider confirms it.`,
    });
  else
    toast.warning('Refund owed', {
      description: `Refund ${amount} in the provider’s control center, then mark it as refunded.`,
    });
}

/** Requests a pending refund from the provider again; it is made once. */
export function useRetryRefund(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (refund: NewRefund) => requestRefund(id, refund),
    onSuccess: showRefundResult,
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshSubscribers(queryClient),
  });
}
