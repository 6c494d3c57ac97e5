import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { REASON_MAXIMUM_LENGTH } from '../blocked-files.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshBlockedFiles } from './blocked-files-queries.ts';

type ReasonFormProps = {
  /** What happens. */
  text: ReactNode;
  submitLabel: string;
  /** Shown once it is done. */
  doneText: string;
  send: (reason: string) => Promise<unknown>;
};
type ReasonDialogProps = ReasonFormProps & { title: string; opened: boolean; onClose: () => void };

/** Asks for the reason of blocking a file, or of lifting a block. */
export function ReasonDialog({ title, opened, onClose, ...form }: ReasonDialogProps) {
  return (
    <FormDialog
      title={title}
      size="30rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <ReasonForm {...form} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

function ReasonForm({
  text,
  submitLabel,
  doneText,
  send,
  onClose,
  onCancel,
}: ReasonFormProps & { onClose: () => void; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? {} : { reason: 'Please enter a reason' }),
    async send({ reason }) {
      await send(reason);
      toast.success('Success', { description: doneText });
      onClose();
      void refreshBlockedFiles(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>{text}</p>
      <TextArea
        label="Reason"
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
