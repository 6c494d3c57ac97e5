import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, client } from '#src/client/client.ts';
import { signInAddress } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { ProblemCode } from '#src/lib/problem.ts';
import { toast } from '#src/ui/elements/toast.ts';

const TITLES: Partial<Record<ProblemCode, string>> = {
  'checkout-disabled': 'Checkout Disabled',
  'purchase-blocked': 'You can’t subscribe right now',
};
const FAILURE = 'Failed to start checkout process';

/** Starts a checkout and opens the payment provider's page. */
export function useCheckout(publicUrl: string) {
  const queryClient = useQueryClient();
  const checkout = useMutation({
    mutationFn: (country: string | undefined) =>
      call(client.api.checkouts.$post({ json: { publicUrl, country } })),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      if (error instanceof ApiError && error.problem.code === 'unauthenticated') {
        window.location.assign(signInAddress('subscribe', window.location.pathname));
        return;
      }
      toastFailure(error);
      // After a refusal the displayed subscription state may be outdated.
      void queryClient.invalidateQueries({ queryKey: ['marketplace'] });
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // Back from the checkout, the browser may restore this page in its earlier state.
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  return {
    // Also busy while the browser opens the checkout.
    isBusy: checkout.isPending || checkout.isSuccess,
    isDisabled:
      checkout.error instanceof ApiError && checkout.error.problem.code === 'checkout-disabled',
    start: (country?: string) => checkout.mutate(country),
  };
}

function toastFailure(error: Error): void {
  const code = error instanceof ApiError ? error.problem.code : 'internal';
  if (code === 'internal') {
    toast.error('Error', { description: FAILURE });
    return;
  }
  const title = TITLES[code] ?? FAILURE;
  toast.error(title, { description: error.message });
}
