import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { Refusals } from '#src/ui/dialogs/refusals.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  PAYOUT_REFERENCE_MAXIMUM_LENGTH,
  payoutApprovalSchema,
  payoutPaymentSchema,
  payoutReturnSchema,
  payoutSendingSchema,
  payoutVoidSchema,
  type PayoutChange,
} from '../payout-changes.schema.ts';
import { PAYOUT_NOTES_MAXIMUM_LENGTH } from '../payouts.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CHANGE_TEXT } from './payout-change-text.ts';
import { PayoutReviewFacts, type ReviewedPayout } from './payout-review-facts.tsx';
import { refreshPayouts } from './payouts-queries.ts';

/** A change of payouts that a dialog is open for. */
export type OpenChange = {
  change: PayoutChange;
  payouts: ReviewedPayout[];
  /** Called when all of them are changed. */
  onDone?: (() => void) | undefined;
};
type PayoutChangeDialogProps = { open: OpenChange | null; onClose: () => void };

const payoutCount = (count: number): string => (count === 1 ? 'Payout' : `${count} payouts`);
const labelOf = ({ payeeName, periodStart }: ReviewedPayout) =>
  `${payeeName}, ${monthLabel(periodStart)}`;

/** Shows what a change of payouts concerns, asks for its details, and makes it. */
export function PayoutChangeDialog({ open, onClose }: PayoutChangeDialogProps) {
  const shown = useLastDefined(open);
  return (
    <FormDialog
      title={shown ? CHANGE_TEXT[shown.change].title : ''}
      size="30rem"
      opened={open !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <ChangeForm open={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

async function undoChange(queryClient: QueryClient, ids: string[]): Promise<void> {
  const { refused } = await call(client.api.payouts.undo.$post({ json: { ids } }));
  void refreshPayouts(queryClient);
  if (refused[0]) throw new Error(refused[0].reason);
}

const EMPTY = { notes: '', reason: '', reference: '', valueDate: '', fee: '' as number | string };
type Values = typeof EMPTY;
type Field = 'notes' | 'reason' | 'reference' | 'batchReference' | 'valueDate' | 'feeCents';

const FIELDS: Record<PayoutChange, readonly (keyof Values)[]> = {
  approve: [],
  send: ['reference'],
  pay: ['notes', 'valueDate', 'reference'],
  return: ['reason', 'fee'],
  void: ['reason'],
};

const SCHEMAS = {
  approve: payoutApprovalSchema,
  send: payoutSendingSchema,
  pay: payoutPaymentSchema,
  return: payoutReturnSchema,
  void: payoutVoidSchema,
};

const feeCents = (fee: number | string): number => Math.round(Number(fee || 0) * 100);
const inputOf = (ids: string[], values: Values) => ({
  ids,
  notes: values.notes,
  reason: values.reason,
  reference: values.reference,
  batchReference: values.reference,
  valueDate: values.valueDate || null,
  feeCents: feeCents(values.fee),
});

function sendChange(change: PayoutChange, ids: string[], values: Values): Promise<BulkResult> {
  const { notes, reason, reference, valueDate, ...input } = inputOf(ids, values);
  const { payouts } = client.api;
  switch (change) {
    case 'approve':
      return call(payouts.approve.$post({ json: { ids } }));
    case 'send':
      return call(payouts.send.$post({ json: { ids, batchReference: reference } }));
    case 'pay':
      return call(payouts.pay.$post({ json: { ids, notes, reference, valueDate } }));
    case 'return':
      return call(payouts.return.$post({ json: { ids, reason, feeCents: input.feeCents } }));
    case 'void':
      return call(payouts.void.$post({ json: { ids, reason } }));
  }
}

type ChangeFormProps = { open: OpenChange; onClose: () => void; onCancel: () => void };

function ChangeForm({ open, onClose, onCancel }: ChangeFormProps) {
  const { change, payouts, onDone } = open;
  const text = CHANGE_TEXT[change];
  const queryClient = useQueryClient();
  const [result, setResult] = useState<BulkResult | null>(null);
  const ids = payouts.map(({ id }) => id);
  const takesTwo = change === 'approve' || change === 'send' || change === 'pay';
  // The notice is about the first one; the server answers for each.
  const twoPeople = useTwoPeople('payout', takesTwo ? ids : []);

  function announce(changed: string[]) {
    const description = `${payoutCount(changed.length)} ${text.done}`;
    if (change === 'return' || change === 'void') return toast.success('Success', { description });
    return toastWithUndo({
      title: 'Success',
      description,
      undo: () => undoChange(queryClient, changed),
      undone: `${payoutCount(changed.length)} changed back`,
    });
  }

  function show({ changed, refused }: BulkResult) {
    void refreshPayouts(queryClient);
    if (changed.length > 0) announce(changed);
    if (refused.length > 0) return setResult({ changed, refused });
    onDone?.();
    onClose();
  }

  const draft = useAppForm({
    initial: EMPTY,
    isUnsaved: (values) =>
      result === null && FIELDS[change].some((field) => String(values[field]).trim() !== ''),
    validate(values) {
      const {
        batchReference,
        feeCents: fee,
        ...errors
      } = fieldErrors<Field>(SCHEMAS[change].safeParse(inputOf(ids, values)));
      return {
        ...errors,
        ...(batchReference && { reference: batchReference }),
        ...(fee && { fee }),
      };
    },
    async send(values) {
      const sent = await sendChange(change, ids, values);
      if (payouts.length === 1 && sent.refused[0]) throw new Error(sent.refused[0].reason);
      show(sent);
    },
    onError({ message }) {
      // Another user may have changed it.
      void refreshPayouts(queryClient);
      return `${text.failure}: ${message}`;
    },
  });
  if (result) {
    const labels = new Map(payouts.map((payout) => [payout.id, labelOf(payout)]));
    return (
      <Refusals
        title={`${result.changed.length} of ${payouts.length} payouts were ${text.done}. These were not:`}
        refused={result.refused.map((each) => ({ ...each, label: labels.get(each.id) ?? '' }))}
        onClose={onClose}
      />
    );
  }
  const { values, errors, failure, busy } = draft;
  const has = (field: keyof Values) => FIELDS[change].includes(field);
  return (
    <form {...draft.form} className={dialog.form}>
      <PayoutReviewFacts payouts={payouts} change={change} />
      {twoPeople.notice}
      {text.explanation && <p>{text.explanation}</p>}
      {has('notes') && (
        <TextArea
          label="Notes"
          description="Optional, such as the transfer number. The influencer will see this on the statement."
          data-autofocus
          minRows={2}
          maxRows={8}
          maxLength={PAYOUT_NOTES_MAXIMUM_LENGTH}
          value={values.notes}
          error={errors.notes}
          onChange={({ currentTarget }) => draft.change({ notes: currentTarget.value })}
        />
      )}
      {has('reason') && (
        <TextArea
          label="Reason"
          description="For your colleagues."
          withAsterisk
          data-autofocus
          minRows={2}
          maxRows={8}
          maxLength={PAYOUT_NOTES_MAXIMUM_LENGTH}
          value={values.reason}
          error={errors.reason}
          onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
        />
      )}
      {has('fee') && (
        <NumberInput
          label="Bank fee"
          description="Optional, per payout. The platform pays it."
          prefix="$"
          min={0}
          decimalScale={2}
          fixedDecimalScale
          hideControls
          value={values.fee}
          error={errors.fee}
          onChange={(fee) => draft.change({ fee })}
        />
      )}
      {has('valueDate') && (
        <TextInput
          type="date"
          label="Value date"
          description="Optional: the day on which the bank moved the money."
          value={values.valueDate}
          error={errors.valueDate}
          onChange={({ currentTarget }) => draft.change({ valueDate: currentTarget.value })}
        />
      )}
      {has('reference') && (
        <TextInput
          label="Reference"
          description="Optional, for your colleagues: the number of the transfer or its batch."
          maxLength={PAYOUT_REFERENCE_MAXIMUM_LENGTH}
          value={values.reference}
          error={errors.reference}
          onChange={({ currentTarget }) => draft.change({ reference: currentTarget.value })}
        />
      )}
      <FormActions submitLabel={text.action} failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
