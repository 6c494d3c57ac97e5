import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { AmountField } from '#src/features/money/plans/ui/amount-field.tsx';
import { parseHundredths } from '#src/features/money/plans/ui/typed-hundredths.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { CORRECTION_LABELS, SHARE_EFFECT } from '../corrections.rules.ts';
import {
  CORRECTION_KINDS,
  CORRECTION_MAXIMUM_CENTS,
  newCorrectionSchema,
  REASON_MAXIMUM_LENGTH,
  STATEMENT_TEXT_MAXIMUM_LENGTH,
  type CorrectionKind,
} from '../corrections.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { correctionBasisQuery, refreshCorrections } from './corrections-queries.ts';

type About = {
  influencerId: string | null;
  /** The payment that it is about. */
  charge?: { id: string; label: string };
};
type AddCorrectionDialogProps = {
  /** What the correction is about; null while the dialog is closed. */
  about: About | null;
  onClose: () => void;
};

/** Asks for a correction, and records or proposes it. */
export function AddCorrectionDialog({ about, onClose }: AddCorrectionDialogProps) {
  const shown = useLastDefined(about);
  return (
    <FormDialog
      title="Add a Correction"
      size="32rem"
      opened={about !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <AddCorrection about={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

const DESCRIPTIONS: Record<CorrectionKind, string> = {
  bonus: 'Raises the influencer’s balance. The agency pays it.',
  deduction: 'Lowers the influencer’s balance.',
  goodwill: 'Raises the influencer’s balance, without an obligation.',
  write_off: 'Clears a negative balance that won’t be earned back.',
  provider_fee: 'What the payment provider really charged. Changes no balance.',
  dispute_fee: 'What the payment provider charged for a dispute. Changes no balance.',
};

const KINDS = CORRECTION_KINDS.map((value) => ({ value, label: CORRECTION_LABELS[value] }));

function amountIssue(typed: string): string | null {
  const cents = parseHundredths(typed);
  if (cents === 'empty') return 'Enter an amount';
  if (cents === 'too-fine') return 'Enter at most two decimals';
  if (cents === 'unreadable' || cents < 1) return 'Enter an amount above zero';
  return cents > CORRECTION_MAXIMUM_CENTS ? 'Enter a smaller amount' : null;
}

type AddCorrectionProps = { about: About; onClose: () => void; onCancel: () => void };

function AddCorrection({ about, onClose, onCancel }: AddCorrectionProps) {
  const queryClient = useQueryClient();
  // One id while the dialog is open: repeated requests make one correction.
  const [id] = useState(() => crypto.randomUUID());
  const inputOf = (values: typeof initial) => ({
    ...values,
    id,
    chargeId: about.charge?.id ?? null,
    statementText: SHARE_EFFECT[values.kind] === 0 ? null : values.statementText,
    amountCents: parseHundredths(values.amountCents) as number,
  });
  const initial = {
    influencerId: about.influencerId,
    kind: 'bonus' as CorrectionKind,
    amountCents: '',
    reason: '',
    statementText: '',
  };
  const draft = useAppForm({
    initial,
    validate(values) {
      const issue = amountIssue(values.amountCents);
      const parsed = newCorrectionSchema.safeParse({
        ...inputOf(values),
        ...(issue && { amountCents: 1 }),
      });
      return {
        ...fieldErrors<keyof typeof initial>(parsed),
        ...(issue && { amountCents: issue }),
      };
    },
    async send(values) {
      const { status } = await call(client.api.corrections.$post({ json: inputOf(values) }));
      toast.success('Success', {
        description:
          status === 'proposed'
            ? 'Correction proposed. A second person has to approve it'
            : 'Correction recorded',
      });
      onClose();
      void refreshCorrections(queryClient);
    },
  });
  const { values, errors, failure, busy, change } = draft;
  const typed = parseHundredths(values.amountCents);
  return (
    <form {...draft.form} className={dialog.form}>
      {about.charge && <p>For the payment {about.charge.label}.</p>}
      {!about.charge && (
        <InfluencerSelect
          label="Influencer"
          withAsterisk
          value={values.influencerId}
          error={errors.influencerId}
          onChange={(influencerId) => change({ influencerId })}
        />
      )}
      <NativeSelect
        label="Kind"
        data={KINDS}
        description={DESCRIPTIONS[values.kind]}
        inputWrapperOrder={['label', 'input', 'description']}
        value={values.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as CorrectionKind })}
      />
      <AmountField
        label="Amount"
        value={values.amountCents}
        minimum={1}
        maximum={CORRECTION_MAXIMUM_CENTS}
        unit="$"
        description={
          <Basis
            influencerId={values.influencerId}
            kind={values.kind}
            cents={typeof typed === 'number' ? typed : 0}
          />
        }
        error={errors.amountCents}
        isFirst={about.influencerId !== null}
        onChange={(amountCents) => change({ amountCents })}
      />
      <TextArea
        label="Reason"
        description="For the back office only."
        withAsterisk
        minRows={2}
        maxRows={6}
        maxLength={REASON_MAXIMUM_LENGTH}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      {SHARE_EFFECT[values.kind] !== 0 && (
        <TextInput
          label="Text for the influencer"
          description="Optional. The payout statement shows it beside the kind."
          maxLength={STATEMENT_TEXT_MAXIMUM_LENGTH}
          value={values.statementText}
          error={errors.statementText}
          onChange={({ currentTarget }) => change({ statementText: currentTarget.value })}
        />
      )}
      <FormActions
        submitLabel="Add Correction"
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}

type BasisProps = { influencerId: string | null; kind: CorrectionKind; cents: number };

/** The balance before and after, and whether a second person has to approve. */
function Basis({ influencerId, kind, cents }: BasisProps) {
  const { data } = useQuery(correctionBasisQuery(influencerId));
  if (!data) return null;
  const after = data.balanceCents + SHARE_EFFECT[kind] * cents;
  return (
    <>
      Balance now {formatCents(data.balanceCents)}
      {after !== data.balanceCents && <>, then {formatCents(after)}</>}.
      {cents > data.allowanceCents && ' A second person has to approve it.'}
    </>
  );
}
