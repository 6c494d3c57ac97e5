import { PolicySelect } from '#src/features/trust/policies/ui/policy-select.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  REVIEW_NOTE_MAXIMUM_LENGTH,
  reviewSchema,
  type Review,
  type ReviewRecord,
} from '../reviews.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { useReview } from './use-review.ts';

export type Refusal = Exclude<Review['decision'], 'approved'>;

const TEXTS: Record<Refusal, { title: string; submit: string; note: string }> = {
  'changes-requested': {
    title: 'Request Changes',
    submit: 'Request Changes',
    note: 'What should change?',
  },
  rejected: { title: 'Reject the Post', submit: 'Reject', note: 'Note' },
};

type RefusalDialogProps = {
  review: Pick<ReviewRecord, 'id' | 'contentHash'>;
  /** The decision that needs a reason; null while the dialog is closed. */
  refusal: Refusal | null;
  onClose: () => void;
  onDecided: () => void;
};

/** Rejects a post or requests changes, with a reason from the list. */
export function RefusalDialog({ review, refusal, onClose, onDecided }: RefusalDialogProps) {
  const shown = useLastDefined(refusal) ?? 'rejected';
  return (
    <FormDialog
      title={TEXTS[shown].title}
      size="32rem"
      opened={refusal !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => (
        <RefusalForm review={review} refusal={shown} onCancel={onCancel} onDecided={onDecided} />
      )}
    </FormDialog>
  );
}

type RefusalFormProps = Omit<RefusalDialogProps, 'refusal' | 'onClose'> & {
  refusal: Refusal;
  onCancel: () => void;
};

function RefusalForm({ review, refusal, onCancel, onDecided }: RefusalFormProps) {
  const { id, contentHash } = review;
  const { mutateAsync } = useReview(id);
  const read = (typed: { policyVersion: string; note: string }) =>
    reviewSchema.safeParse({ ...typed, decision: refusal, contentHash });
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { policyVersion: '', note: '' },
    validate: (typed) => fieldErrors<'policyVersion' | 'note'>(read(typed)),
    async send(typed) {
      await mutateAsync(read(typed).data!);
      onDecided();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <PolicySelect
        area="review"
        decision={refusal}
        description="The influencer reads the reason and the note."
        data-autofocus
        value={values.policyVersion}
        error={errors.policyVersion}
        onChange={(policyVersion) => change({ policyVersion })}
      />
      <TextArea
        label={TEXTS[refusal].note}
        withAsterisk={refusal === 'changes-requested'}
        placeholder={refusal === 'rejected' ? 'Optional' : undefined}
        minRows={3}
        maxRows={10}
        maxLength={REVIEW_NOTE_MAXIMUM_LENGTH}
        value={values.note}
        error={errors.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <FormActions
        submitLabel={TEXTS[refusal].submit}
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
