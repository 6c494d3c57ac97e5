import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { RequestedRefund } from '../back-office-subscriptions.schema.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

type WithdrawRefundDialogProps = {
  /** The id of the subscription. */
  id: string;
  /** The refund to withdraw; null while the dialog is closed. */
  refund: RequestedRefund | null;
  onClose: () => void;
};

/** Asks for confirmation before a pending refund is deleted. */
export function WithdrawRefundDialog({ id, refund, onClose }: WithdrawRefundDialogProps) {
  const queryClient = useQueryClient();
  const shown = useLastDefined(refund);
  const { mutate, isPending } = useMutation({
    mutationFn: (refundId: string) =>
      call(
        client.api.subscriptions[':id'].refunds[':refundId'].$delete({ param: { id, refundId } }),
      ),
    onSuccess: () => toast.success('Success', { description: 'The refund was withdrawn' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      onClose();
      void refreshSubscribers(queryClient);
    },
  });
  return (
    <ConfirmDialog
      variant="card"
      title="Withdraw this refund?"
      text={
        shown &&
        `The ${formatCents(shown.amountCents)} can then be refunded again. This doesn’t stop anything at the provider: withdraw it only if the provider’s own records don’t show this refund. If it goes through anyway, it’s recorded.`
      }
      opened={refund !== null}
      cancelLabel="Cancel"
      confirmLabel="Withdraw"
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => refund && !isPending && mutate(refund.id)}
    />
  );
}
