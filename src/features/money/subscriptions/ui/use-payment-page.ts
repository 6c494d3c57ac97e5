import { useMutation } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toast } from '#src/ui/elements/toast.ts';

/** Opens the payment provider's page on which a subscription's card is changed. */
export function usePaymentPage() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call(
        client.api.subscriptions[':id']['payment-method'].$post({ param: { id } }),
      );
      return navigateAway(url);
    },
    onError: () => toast.error('Error', { description: 'Failed to open the payment page' }),
  });
}
