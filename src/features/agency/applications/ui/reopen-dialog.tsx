import { useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { reopeningSchema } from '../review.schema.ts';
import { refreshApplications, reopenApplication } from './applications-queries.ts';

type ReopenDialogProps = {
  id: string;
  opened: boolean;
  onClose: () => void;
  onReopened: () => void;
};

/** Reopens a decided application with a reason. */
export function ReopenDialog({ id, opened, onClose, onReopened }: ReopenDialogProps) {
  return (
    <FormDialog
      title="Reopen Application"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => (
        <ReopenForm
          id={id}
          onCancel={onCancel}
          onDone={() => {
            onClose();
            onReopened();
          }}
        />
      )}
    </FormDialog>
  );
}

type ReopenFormProps = { id: string; onCancel: () => void; onDone: () => void };

function ReopenForm({ id, onCancel, onDone }: ReopenFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { reason: '' },
    isUnsaved: ({ reason }) => reason.trim() !== '',
    validate: (typed) => fieldErrors<'reason'>(reopeningSchema.safeParse(typed)),
    async send({ reason }) {
      await reopenApplication(queryClient, { id, reason });
      onDone();
    },
    onError() {
      // Someone else may have reopened or deleted it.
      void refreshApplications(queryClient);
      return undefined;
    },
  });
  return (
    <form {...form}>
      <TextArea
        label="Reason"
        description="This is added to the notes, and the application is pending again."
        required
        minRows={3}
        data-autofocus
        value={values.reason}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <FormActions
        submitLabel="Reopen"
        failure={failure}
        isBusy={busy}
        isDisabled={!reopeningSchema.safeParse(values).success}
        onCancel={onCancel}
      />
    </form>
  );
}
