import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { reasonSchema } from '../../task-review.schema.ts';
import { COMMENT_MAXIMUM_LENGTH } from '../../tasks.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { useTaskDecisions } from './use-task-decisions.ts';

const TEXTS = {
  fail: {
    title: 'Mark as Failed',
    description: 'This rejects the work and closes the task. The influencer sees the reason.',
    confirm: 'Mark as Failed',
  },
  cancel: {
    title: 'Cancel Task',
    description: 'The influencer sees the reason and doesn’t have to submit anything.',
    confirm: 'Cancel Task',
  },
  reopen: {
    title: 'Reopen Task',
    description: 'Submitted work is in review again. The influencer sees the reason.',
    confirm: 'Reopen',
  },
} as const;
export type ReasonedDecision = keyof typeof TEXTS;

type ReasonDialogProps = {
  taskId: string;
  /** The decision that needs a reason; null while the dialog is closed. */
  decision: ReasonedDecision | null;
  onClose: () => void;
};

/** Fails, cancels or reopens a task with a reason. */
export function ReasonDialog({ taskId, decision, onClose }: ReasonDialogProps) {
  const shown = useLastDefined(decision) ?? 'fail';
  return (
    <FormDialog
      title={TEXTS[shown].title}
      opened={decision !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => (
        <ReasonForm taskId={taskId} decision={shown} onCancel={onCancel} onDone={onClose} />
      )}
    </FormDialog>
  );
}

type ReasonFormProps = {
  taskId: string;
  decision: ReasonedDecision;
  onCancel: () => void;
  onDone: () => void;
};

function ReasonForm({ taskId, decision, onCancel, onDone }: ReasonFormProps) {
  const decisions = useTaskDecisions(taskId);
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { reason: '' },
    isUnsaved: ({ reason }) => reason.trim() !== '',
    validate: (typed) => fieldErrors<'reason'>(reasonSchema.safeParse(typed)),
    async send(typed) {
      await decisions[decision](typed);
      onDone();
    },
    onError() {
      // Somebody else may have changed or deleted the task.
      void decisions.refresh();
      return undefined;
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextArea
        label="Reason"
        description={TEXTS[decision].description}
        withAsterisk
        minRows={3}
        maxRows={10}
        maxLength={COMMENT_MAXIMUM_LENGTH}
        data-autofocus
        value={values.reason}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <FormActions
        submitLabel={TEXTS[decision].confirm}
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
