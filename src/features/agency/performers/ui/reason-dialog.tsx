import { TextInput } from '@mantine/core';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { reasonSchema } from '../verification.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type ReasonDialogProps = {
  title: string;
  submitLabel: string;
  opened: boolean;
  onSubmit: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the reason of an action, which the audit trail records. */
export function ReasonDialog({ title, opened, onClose, ...form }: ReasonDialogProps) {
  return (
    <FormDialog title={title} size="30rem" opened={opened} onClose={onClose}>
      {(onCancel) => <ReasonForm {...form} onCancel={onCancel} />}
    </FormDialog>
  );
}

type ReasonFormProps = Pick<ReasonDialogProps, 'submitLabel' | 'onSubmit'> & {
  onCancel: () => void;
};

function ReasonForm({ submitLabel, onSubmit, onCancel }: ReasonFormProps) {
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(reasonSchema.safeParse(values)),
    send: ({ reason }) => onSubmit(reason),
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <TextInput
        label="Reason"
        description="The audit trail records it with your name."
        withAsterisk
        data-autofocus
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel={submitLabel} failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
