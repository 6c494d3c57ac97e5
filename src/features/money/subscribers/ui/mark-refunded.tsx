import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import type { RequestedRefund } from '../back-office-subscriptions.schema.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

type MarkRefundedProps = { subscriptionId: string; refund: RequestedRefund };

/** Records a refund that was made by hand at the provider, after a confirmation. */
export function MarkRefunded({ subscriptionId, refund }: MarkRefundedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(
        client.api.subscriptions[':id'].refunds[':refundId'].made.$post({
          param: { id: subscriptionId, refundId: refund.id },
        }),
      ),
    onSuccess: () => toast.success('Success', { description: 'The refund was recorded' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setIsOpen(false);
      void refreshSubscribers(queryClient);
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="default" radius="xl" onClick={() => setIsOpen(true)}>
        Mark as Refunded
      </Button>
      <ConfirmDialog
        variant="card"
        title={`Mark ${formatCents(refund.amountCents)} as refunded?`}
        text={`Do this once you’ve made the refund in the provider’s control center. It’s recorded in the ledger, which can’t be undone.${ifMailed('The fan is notified by email.')}`}
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel="Mark as Refunded"
        isDangerous={false}
        isBusy={isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => !isPending && mutate()}
      />
    </>
  );
}
