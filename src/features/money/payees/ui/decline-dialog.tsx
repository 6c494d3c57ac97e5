import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { reasonSchema } from '../payee-versions.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type DeclineDialogProps = {
  /** "Bank details" */
  label: string;
  opened: boolean;
  decline: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the reason why a proposal is declined. */
export function DeclineDialog({ label, opened, onClose, ...props }: DeclineDialogProps) {
  return (
    <FormDialog
      title={`Decline ${label.toLowerCase()}`}
      size="30rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <Decline {...props} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type DeclineProps = Pick<DeclineDialogProps, 'decline' | 'onClose'> & { onCancel: () => void };

function Decline({ decline, onClose, onCancel }: DeclineProps) {
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(reasonSchema.safeParse(values)),
    async send({ reason }) {
      await decline(reason);
      onClose();
    },
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <TextArea
        label="Reason"
        description="The influencer receives it by email."
        data-autofocus
        minRows={2}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel="Decline" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
