import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { isRefused, refreshSubscriptions } from './subscriptions-queries.ts';

type CancelDialogProps = {
  opened: boolean;
  /** Retained while the dialog closes, so that its text does not disappear first. */
  subscription: OwnSubscription | null;
  onClose: () => void;
};

/** Confirms and cancels; refetches the list afterwards. */
export function CancelDialog({ opened, subscription, onClose }: CancelDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      call(client.api.subscriptions[':id'].cancel.$post({ param: { id } })),
    onSuccess: () =>
      toast.success('Success', { description: 'Subscription cancelled successfully' }),
    onError: () => toast.error('Error', { description: 'Failed to cancel subscription' }),
    onSettled: (_, error) => {
      // A failed request can be repeated; a rejected one cannot.
      if (!error || isRefused(error)) onClose();
      return refreshSubscriptions(queryClient);
    },
  });
  return (
    <ConfirmDialog
      variant="card"
      title="Cancel your subscription?"
      text={subscription && consequence(subscription)}
      opened={opened}
      cancelLabel="Keep Subscription"
      confirmLabel="Cancel Subscription"
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => subscription && mutate(subscription.id)}
    />
  );
}

function consequence({ influencer, leftUntil, grantsViewing }: OwnSubscription): string {
  const what = `Your subscription to ${influencer.fullName || 'Unknown'}`;
  if (leftUntil === null) return `${what} ends immediately, and you won’t be charged again.`;
  const date = formatDate(leftUntil);
  if (!grantsViewing) return `${what} ends on ${date} and will not renew.`;
  return `${what} will not renew. You keep full access until ${date}.`;
}
