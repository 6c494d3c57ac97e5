import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { call, client } from '#src/web/client.ts';
import type { PriceAnswer, UpcomingPrice } from '../price-notice.schema.ts';
import styles from './subscription-card.module.css';
import { refreshSubscriptions } from './subscriptions-queries.ts';

type UpcomingPriceNoteProps = { subscriptionId: string; titleId: string; price: UpcomingPrice };

/** The new price of a subscription, with the fan's answer. */
export function UpcomingPriceNote({ subscriptionId: id, titleId, price }: UpcomingPriceNoteProps) {
  const queryClient = useQueryClient();
  const [isDeclining, setDeclining] = useState(false);
  const { priceChangeId, newPriceCents, startsAt, needsConsent, isAccepted } = price;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (answer: PriceAnswer) =>
      call(
        client.api.subscriptions[':id']['price-answer'].$post({
          param: { id },
          json: { priceChangeId, answer },
        }),
      ),
    onSuccess: (_, answer) =>
      toast.success('Success', {
        description:
          answer === 'accepted'
            ? 'New price accepted'
            : 'New price declined, subscription cancelled',
      }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setDeclining(false);
      return refreshSubscriptions(queryClient);
    },
  });
  return (
    <div className={styles.note}>
      <p>
        New price: <strong>{formatCents(newPriceCents)} / month</strong> from your first renewal on
        or after {formatUtcDate(startsAt)}. {answerText(needsConsent, isAccepted)}
      </p>
      <Group gap="0.5rem">
        {!isAccepted && (
          <Button
            size="xs"
            radius="xl"
            aria-describedby={titleId}
            loading={isPending && variables === 'accepted'}
            onClick={() => mutate('accepted')}
          >
            Accept
          </Button>
        )}
        <Button
          size="xs"
          radius="xl"
          variant="default"
          aria-describedby={titleId}
          onClick={() => setDeclining(true)}
        >
          Decline
        </Button>
      </Group>
      <ConfirmDialog
        variant="card"
        title="Decline the new price?"
        text="Your subscription ends with the period you’ve paid for, and you won’t be charged again."
        opened={isDeclining}
        cancelLabel="Back"
        confirmLabel="Decline"
        isBusy={isPending}
        onCancel={() => setDeclining(false)}
        onConfirm={() => mutate('declined')}
      />
    </div>
  );
}

function answerText(needsConsent: boolean, isAccepted: boolean): string {
  if (isAccepted) return 'You’ve accepted it.';
  return needsConsent
    ? 'Without your answer, the subscription ends before.'
    : 'Without your answer, the subscription goes on at this price.';
}
