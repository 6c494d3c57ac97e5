import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { cardLabel } from './card-label.ts';
import { paymentOptionsQuery } from './saved-card-queries.ts';
import styles from './saved-card.module.css';

/** The saved card with its removal; nothing without one. */
export function SavedCardSection() {
  const { data, error } = useQuery(paymentOptionsQuery);
  const [isDialogOpen, { open, close }] = useDisclosure(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api['saved-card'].$delete()),
    onSuccess: () => toast.success('Card removed'),
    onError: () => toast.error('Error', { description: 'Failed to remove the card. Try again.' }),
    onSettled: () => {
      close();
      return queryClient.invalidateQueries({ queryKey: paymentOptionsQuery.queryKey });
    },
  });
  const card = data?.savedCard;
  if (!card && !error) return null;
  return (
    <section aria-labelledby="saved-card" className={styles.section}>
      <h2 id="saved-card">Saved card</h2>
      {card ? (
        <div className={styles.card}>
          <CreditCard size={22} aria-hidden="true" />
          <p>
            <strong>{cardLabel(card)}</strong>
            <span>Pays for a new subscription in one step, after you confirm it.</span>
          </p>
          <Button variant="default" radius="xl" onClick={open}>
            Remove Card
          </Button>
          <ConfirmDialog
            variant="card"
            title="Remove your saved card?"
            text="You’ll enter a card again for your next subscription. Subscriptions that renew with this card go on: change their card with Manage Payment, or cancel them."
            opened={isDialogOpen}
            cancelLabel="Keep Card"
            confirmLabel="Remove Card"
            isBusy={isPending}
            onCancel={close}
            onConfirm={() => mutate()}
          />
        </div>
      ) : (
        <p className={styles.failure}>Your saved card can’t be loaded right now.</p>
      )}
    </section>
  );
}
