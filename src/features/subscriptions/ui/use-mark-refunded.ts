import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

/** Records a refund that was made by hand at the provider. @param id the subscription */
export function useMarkRefunded(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (refundId: string) =>
      call(
        client.api.subscriptions[':id'].refunds[':refundId'].made.$post({
          param: { id, refundId },
        }),
      ),
    onSuccess: () => toast.success('Success', { description: 'The refund was recorded' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshSubscribers(queryClient),
  });
}
