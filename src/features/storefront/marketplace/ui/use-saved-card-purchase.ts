import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { paymentOptionsQuery } from '#src/features/money/subscriptions/ui/saved-card-queries.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';

const UNKNOWN = 'We couldn’t confirm the payment. Try again: you’ll only be charged once.';

/** Buys a subscription with the saved card, and leads on to the posts or to the provider's page. */
export function useSavedCardPurchase({
  publicUrl,
  priceCents,
}: {
  publicUrl: string;
  priceCents: number;
}) {
  const queryClient = useQueryClient();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (choice: { cardId: string; country: string | undefined }) =>
      call(
        client.api.checkouts['saved-card'].$post({ json: { ...choice, publicUrl, priceCents } }),
      ),
    onSuccess: (result) => {
      if (result.outcome !== 'declined') window.location.assign(result.url);
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.problem.status < 500;
      toast.error('Error', { description: isRefused ? error.message : UNKNOWN });
      // After a refusal the displayed price, card or subscription may be outdated.
      void queryClient.invalidateQueries({ queryKey: ['marketplace'] });
      void queryClient.invalidateQueries({ queryKey: paymentOptionsQuery.queryKey });
    },
  });
  const isDeclined = data?.outcome === 'declined';
  return {
    // Also busy while the browser opens the next page.
    isBusy: isPending || (data !== undefined && !isDeclined),
    isDeclined,
    confirm: mutate,
  };
}
