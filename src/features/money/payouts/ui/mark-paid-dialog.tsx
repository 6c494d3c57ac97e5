import { Textarea } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#src/lib/field-errors.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { Refusals } from '#src/ui/dialogs/refusals.tsx';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
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
  /** The payouts to mark; null while the dialog is closed. */
  payouts: Payable[] | null;
  onClose: () => void;
  /** Called when all of them are marked. */
  onPaid?: (() => void) | undefined;
};

const payoutCount = (count: number): string => (count === 1 ? 'Payout' : `${count} payouts`);
const labelOf = ({ payeeName, periodStart }: Payable) => `${payeeName}, ${monthLabel(periodStart)}`;

/** Asks for notes, then marks payouts as paid. Confirms before it discards input. */
export function MarkPaidDialog({ payouts, ...props }: MarkPaidDialogProps) {
  const shown = useLastDefined(payouts);
  return (
    <FormDialog
      title="Mark as Paid"
      size="30rem"
      opened={payouts !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={props.onClose}
    >
      {(onCancel) => shown && <MarkPaid {...props} payouts={shown} onCancel={onCancel} />}
    </FormDialog>
  );
}

async function undoPaid(queryClient: QueryClient, ids: string[]): Promise<void> {
  const { refused } = await call(client.api.payouts.pay.undo.$post({ json: { ids } }));
  void refreshPayouts(queryClient);
  if (refused[0]) throw new Error(refused[0].reason);
}

type MarkPaidProps = MarkPaidDialogProps & { payouts: Payable[]; onCancel: () => void };

function MarkPaid({ payouts, onClose, onPaid, onCancel }: MarkPaidProps) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<BulkResult | null>(null);

  function show({ changed, refused }: BulkResult) {
    void refreshPayouts(queryClient);
    if (changed.length > 0) {
      toastWithUndo({
        title: 'Success',
        description: `${payoutCount(changed.length)} marked as paid`,
        undo: () => undoPaid(queryClient, changed),
        undone: `${payoutCount(changed.length)} pending again`,
      });
    }
    if (refused.length > 0) return setResult({ changed, refused });
    onPaid?.();
    onClose();
  }

  const draft = useAppForm({
    initial: { notes: '' },
    isUnsaved: ({ notes }) => notes.trim() !== '' && result === null,
    validate: (values) =>
      fieldErrors<'notes'>(payoutPaymentSchema.pick({ notes: true }).safeParse(values)),
    async send({ notes }) {
      const ids = payouts.map(({ id }) => id);
      const sent = await call(client.api.payouts.pay.$post({ json: { ids, notes } }));
      if (payouts.length === 1 && sent.refused[0]) throw new Error(sent.refused[0].reason);
      show(sent);
    },
    onError({ message }) {
      // Another user may have marked it.
      void refreshPayouts(queryClient);
      return `Failed to mark payout as paid: ${message}`;
    },
  });
  if (result) return <NotPaid payouts={payouts} result={result} onClose={onClose} />;
  const { values, errors, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <PaidFacts payouts={payouts} />
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

function PaidFacts({ payouts }: { payouts: Payable[] }) {
  const [only] = payouts;
  const cents = payouts.reduce((sum, { netPayoutCents }) => sum + netPayoutCents, 0);
  return (
    <dl className={styles.facts}>
      {only && payouts.length === 1 ? (
        <>
          <div>
            <dt>Influencer</dt>
            <dd>
              <bdi>{only.payeeName}</bdi>
            </dd>
          </div>
          <div>
            <dt>Period</dt>
            <dd>{monthLabel(only.periodStart)}</dd>
          </div>
        </>
      ) : (
        <div>
          <dt>Payouts</dt>
          <dd>{payouts.length}</dd>
        </div>
      )}
      <div data-sum>
        <dt>Net payout</dt>
        <dd>{formatCents(cents)}</dd>
      </div>
    </dl>
  );
}

type NotPaidProps = { payouts: Payable[]; result: BulkResult; onClose: () => void };

function NotPaid({ payouts, result: { changed, refused }, onClose }: NotPaidProps) {
  const labels = new Map(payouts.map((payout) => [payout.id, labelOf(payout)]));
  return (
    <Refusals
      title={`${changed.length} of ${payouts.length} payouts were marked as paid. These were not:`}
      refused={refused.map((each) => ({ ...each, label: labels.get(each.id) ?? '' }))}
      onClose={onClose}
    />
  );
}
