import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { checkoutQuery, isRefused, refreshSubscriptions } from './subscriptions-queries.ts';

const route = getRouteApi('/_app/my-subscriptions');

/**
 * Welcomes a fan who returns from the checkout, once the payment is confirmed.
 * @returns whether the confirmation is pending
 */
export function useCheckoutReturn(): boolean {
  const { checkout, checkoutId } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const returned = checkout === 'success' && checkoutId !== undefined;
  const { data, error } = useQuery(checkoutQuery(returned ? checkoutId : undefined));
  const confirmed = returned && data?.status === 'completed';

  useEffect(() => {
    if (!confirmed) return;
    toast.success('Subscription active', {
      // A fixed id, so that it is shown once even if the effect runs again.
      id: `checkout-${checkoutId}`,
      description: 'Your payment is confirmed. You’re in. Enjoy.',
    });
    void refreshSubscriptions(queryClient);
    void navigate({ search: {}, replace: true });
  }, [confirmed, checkoutId, navigate, queryClient]);

  return returned && !confirmed && !isRefused(error);
}
