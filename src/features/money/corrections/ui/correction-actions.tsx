import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { canDecide, canReverse, canWithdraw, correctionLabel } from '../corrections.rules.ts';
import { REASON_MAXIMUM_LENGTH, type Correction } from '../corrections.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './correction-drawer.module.css';
import { refreshCorrections } from './corrections-queries.ts';

type ActionsProps = { correction: Correction };

/** What the reader may do with a correction. */
export function CorrectionActions({ correction }: ActionsProps) {
  const [asking, setAsking] = useState<'approve' | 'decline' | 'reverse' | null>(null);
  const withdraw = useDecision('withdraw', 'Proposal withdrawn');
  const { id } = correction;
  const close = () => setAsking(null);
  const { isRefused, notice } = useTwoPeople('correction', canDecide(correction) ? [id] : []);
  return (
    <div className={styles.actions}>
      {canDecide(correction) && (
        <>
          {notice}
          <Button radius="xl" disabled={isRefused} onClick={() => setAsking('approve')}>
            Approve
          </Button>
          <Button radius="xl" variant="default" onClick={() => setAsking('decline')}>
            Decline
          </Button>
        </>
      )}
      {canWithdraw(correction) && (
        <>
          <p>A second person has to approve it.</p>
          <Button
            radius="xl"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(id)}
          >
            Withdraw Proposal
          </Button>
        </>
      )}
      {canReverse(correction) && (
        <Button radius="xl" variant="default" onClick={() => setAsking('reverse')}>
          Reverse
        </Button>
      )}
      <Approve correction={correction} opened={asking === 'approve'} onClose={close} />
      <ReasonDialog
        title="Decline the Correction"
        submitLabel="Decline"
        description="The person who proposed it sees this."
        opened={asking === 'decline'}
        send={async (note) => {
          const param = { id };
          await call(client.api.corrections[':id'].decline.$post({ param, json: { note } }));
          toast.success('Success', { description: 'Correction declined' });
        }}
        onClose={close}
      />
      <ReasonDialog
        title="Reverse the Correction"
        submitLabel="Reverse"
        description="The opposite is added; the first entry remains. The same limit applies."
        opened={asking === 'reverse'}
        send={async (reason, key) => {
          const json = { id: key, reason };
          await call(client.api.corrections[':id'].reverse.$post({ param: { id }, json }));
          toast.success('Success', { description: 'The opposite correction was added' });
        }}
        onClose={close}
      />
    </div>
  );
}

function useDecision(decision: 'approve' | 'withdraw', done: string, onSettled?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(client.api.corrections[':id'][decision].$post({ param: { id } })),
    onSuccess: () => toast.success('Success', { description: done }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      onSettled?.();
      void refreshCorrections(queryClient);
    },
  });
}

type ApproveProps = ActionsProps & { opened: boolean; onClose: () => void };

function Approve({ correction, opened, onClose }: ApproveProps) {
  const { mutate, isPending } = useDecision('approve', 'Correction recorded', onClose);
  const { id, kind, reverses, amountCents, influencer, balanceCents } = correction;
  const label = correctionLabel({ kind, isReversal: reverses !== null });
  return (
    <ConfirmDialog
      variant="card"
      title={`Approve ${formatCents(Math.abs(amountCents))}?`}
      text={`${label} for ${influencer.fullName}, whose balance is ${formatCents(balanceCents)}. It’s recorded in the ledger, which can’t be undone, only reversed.`}
      opened={opened}
      cancelLabel="Cancel"
      confirmLabel="Approve"
      isDangerous={false}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => !isPending && mutate(id)}
    />
  );
}

type ReasonDialogProps = {
  title: string;
  submitLabel: string;
  description: string;
  opened: boolean;
  send: (reason: string, key: string) => Promise<void>;
  onClose: () => void;
};

const ReasonDialog = ({ title, opened, onClose, ...form }: ReasonDialogProps) => (
  <FormDialog title={title} size="30rem" opened={opened} onClose={onClose}>
    {(onCancel) => <ReasonForm {...form} onClose={onClose} onCancel={onCancel} />}
  </FormDialog>
);

type ReasonFormProps = Omit<ReasonDialogProps, 'title' | 'opened'> & { onCancel: () => void };

function ReasonForm({ submitLabel, description, send, onClose, onCancel }: ReasonFormProps) {
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const draft = useAppForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? {} : { reason: 'Please enter a reason' }),
    async send({ reason }) {
      await send(reason, key);
      onClose();
      void refreshCorrections(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <TextArea
        label="Reason"
        description={description}
        withAsterisk
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={REASON_MAXIMUM_LENGTH}
        value={draft.values.reason}
        error={draft.errors.reason}
        onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
      />
      <FormActions
        submitLabel={submitLabel}
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
