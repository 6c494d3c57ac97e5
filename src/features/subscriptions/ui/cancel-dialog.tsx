import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { formatDate } from '#src/lib/dates.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import styles from './cancel-dialog.module.css';
import { refreshSubscriptions } from './subscriptions-queries.ts';

type CancelDialogProps = {
  opened: boolean;
  /** Stays while the dialog closes, so that its words do not vanish first. */
  subscription: OwnSubscription | null;
  onClose: () => void;
};

/** Asks before it cancels; the list is loaded again afterwards. */
export function CancelDialog({ opened, subscription, onClose }: CancelDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      call(client.api.subscriptions[':id'].cancel.$post({ param: { id } })),
    onSuccess: () =>
      toast.success('Success', { description: 'Subscription cancelled successfully' }),
    onError: () => toast.error('Error', { description: 'Failed to cancel subscription' }),
    onSettled: () => {
      onClose();
      return refreshSubscriptions(queryClient);
    },
  });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      padding="lg"
      classNames={{ content: styles.content, body: styles.body, title: styles.title }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>Cancel your subscription?</Modal.Title>
          <Text>{subscription && consequence(subscription)}</Text>
          <Group justify="end">
            <Button variant="default" radius="xl" onClick={onClose} data-autofocus>
              Keep Subscription
            </Button>
            <Button
              color="red"
              radius="xl"
              loading={isPending}
              onClick={() => subscription && mutate(subscription.id)}
            >
              Cancel Subscription
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function consequence({ grantsViewing, currentPeriodEnd, influencer }: OwnSubscription): string {
  const date = formatDate(currentPeriodEnd);
  const what = `Your subscription to ${influencer.fullName || 'Unknown'}`;
  if (new Date(currentPeriodEnd) <= new Date()) return `${what} ends at once.`;
  if (!grantsViewing) return `${what} ends on ${date} and will not renew.`;
  return `${what} will not renew. You keep full access until ${date}.`;
}
