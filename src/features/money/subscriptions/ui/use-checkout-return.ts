import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import type { checkoutReturnSchema } from '#src/features/money/payments/billing.schema.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { checkoutQuery, isRefused, refreshSubscriptions } from './subscriptions-queries.ts';

type CheckoutReturn = z.output<typeof checkoutReturnSchema>;

/**
 * Waits for the payment of a fan who returns from the checkout, and calls `onConfirmed` once.
 * @returns whether the confirmation is pending
 */
export function useCheckoutReturn(
  { checkout, checkoutId }: CheckoutReturn,
  onConfirmed: () => void,
): boolean {
  const queryClient = useQueryClient();
  const returned = checkout === 'success' && checkoutId !== undefined;
  const { data, error } = useQuery(checkoutQuery(returned ? checkoutId : undefined));
  const confirmed = returned && data?.status === 'completed';

  const confirm = useEffectEvent(() => {
    toast.success('Subscription active', {
      // A fixed id, so that it is shown once even if the effect runs again.
      id: `checkout-${checkoutId}`,
      description: 'Your payment is confirmed.',
    });
    void refreshSubscriptions(queryClient);
    onConfirmed();
  });
  useEffect(() => {
    if (confirmed) confirm();
  }, [confirmed]);

  // An expired checkout is not paid any more.
  return returned && !confirmed && data?.status !== 'expired' && !isRefused(error);
}
