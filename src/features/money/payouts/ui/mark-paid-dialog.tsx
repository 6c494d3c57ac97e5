import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { call, client } from '#src/web/client.ts';
import { monthLabel } from '../payouts.rules.ts';
import {
  PAYOUT_NOTES_MAXIMUM_LENGTH,
  payoutPaymentSchema,
  type PayoutRow,
} from '../payouts.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './payout-dialogs.module.css';
import { refreshPayouts } from './payouts-queries.ts';

type Payable = Pick<PayoutRow, 'id' | 'payeeName' | 'periodStart' | 'netPayoutCents'>;
type MarkPaidDialogProps = {
  /** The payout to mark; null while the dialog is closed. */
  payout: Payable | null;
  onClose: () => void;
};

/** Asks for notes, then marks a payout as paid. Confirms before it discards input. */
export function MarkPaidDialog({ payout, onClose }: MarkPaidDialogProps) {
  const shown = useLastDefined(payout);
  return (
    <FormDialog
      title="Mark as Paid"
      size="30rem"
      opened={payout !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <MarkPaid payout={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type MarkPaidProps = { payout: Payable; onClose: () => void; onCancel: () => void };

function MarkPaid({ payout, onClose, onCancel }: MarkPaidProps) {
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { notes: '' },
    isUnsaved: ({ notes }) => notes.trim() !== '',
    validate: (values) => fieldErrors<'notes'>(payoutPaymentSchema.safeParse(values)),
    async send(json) {
      await call(client.api.payouts[':id'].pay.$post({ param: { id: payout.id }, json }));
      toast.success('Success', { description: 'Payout marked as paid' });
      onClose();
      void refreshPayouts(queryClient);
    },
    onError({ message }) {
      // Another user may have marked it.
      void refreshPayouts(queryClient);
      return `Failed to mark payout as paid: ${message}`;
    },
  });
  const { values, errors, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <dl className={styles.facts}>
        <div>
          <dt>Influencer</dt>
          <dd>
            <bdi>{payout.payeeName}</bdi>
          </dd>
        </div>
        <div>
          <dt>Period</dt>
          <dd>{monthLabel(payout.periodStart)}</dd>
        </div>
        <div data-sum>
          <dt>Net payout</dt>
          <dd>{formatCents(payout.netPayoutCents)}</dd>
        </div>
      </dl>
      <Textarea
        label="Notes"
        description="Optional, such as the transfer number. The influencer will see this on the statement."
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        maxLength={PAYOUT_NOTES_MAXIMUM_LENGTH}
        value={values.notes}
        error={errors.notes}
        onChange={({ currentTarget }) => draft.change({ notes: currentTarget.value })}
      />
      <FormActions submitLabel="Mark Paid" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
