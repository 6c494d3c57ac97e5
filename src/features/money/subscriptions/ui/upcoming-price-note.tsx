import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { PriceAnswer, UpcomingPrice } from '../price-notice.schema.ts';
import styles from './subscription-card.module.css';
import { refreshSubscriptions } from './subscriptions-queries.ts';

type UpcomingPriceNoteProps = { subscriptionId: string; titleId: string; price: UpcomingPrice };

/** The new price of a subscription, with the fan's answer. */
export function UpcomingPriceNote({ subscriptionId: id, titleId, price }: UpcomingPriceNoteProps) {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<PriceAnswer | null>(null);
  const { priceChangeId, newPriceCents, startsAt, needsConsent, isAccepted } = price;
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: PriceAnswer) =>
      call(
        client.api.subscriptions[':id']['price-answer'].$post({
          param: { id },
          json: { priceChangeId, answer: chosen },
        }),
      ),
    onSuccess: (_, chosen) =>
      toast.success('Success', {
        description:
          chosen === 'accepted'
            ? 'New price accepted'
            : 'New price declined, subscription cancelled',
      }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setAnswer(null);
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
            onClick={() => setAnswer('accepted')}
          >
            Accept
          </Button>
        )}
        <Button
          size="xs"
          radius="xl"
          variant="default"
          aria-describedby={titleId}
          onClick={() => setAnswer('declined')}
        >
          Decline
        </Button>
      </Group>
      <ConfirmDialog
        variant="card"
        title="Decline the new price?"
        text="Your subscription ends with the period you’ve paid for, and you won’t be charged again."
        opened={answer === 'declined'}
        cancelLabel="Back"
        confirmLabel="Decline"
        isBusy={isPending}
        onCancel={() => setAnswer(null)}
        onConfirm={() => mutate('declined')}
      />
      <ConfirmDialog
        variant="card"
        title={`Pay ${formatCents(newPriceCents)} a month?`}
        text={`Your card is charged this price from your first renewal on or after ${formatUtcDate(startsAt)}, then every month until you cancel.`}
        opened={answer === 'accepted'}
        cancelLabel="Back"
        confirmLabel="Accept"
        isDangerous={false}
        isBusy={isPending}
        onCancel={() => setAnswer(null)}
        onConfirm={() => mutate('accepted')}
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
