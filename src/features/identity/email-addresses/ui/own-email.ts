import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';

export const ownEmailQuery = queryOptions({
  queryKey: ['account', 'email'],
  queryFn: () => call(client.api.account.email.$get()),
});

const showError = ({ message }: Error) => toast.error('Error', { description: message });

/** Sends the link that confirms an address again. */
export function useResendConfirmation(email: string) {
  return useMutation({
    mutationFn: () => call(client.api.account.email.confirmation.$post()),
    onSuccess: () => toast.success('Success', { description: `We sent a link to ${email}.` }),
    onError: showError,
  });
}

/** Cancels the change that waits for its confirmation. */
export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(client.api.account.email.confirmation.$delete()),
    onSuccess: () => queryClient.invalidateQueries(ownEmailQuery),
    onError: showError,
  });
}
