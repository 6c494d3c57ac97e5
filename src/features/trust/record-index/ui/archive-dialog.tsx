import { useState } from 'react';
import { client, saveFile } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { ArchivePassword } from '#src/ui/forms/archive-password.tsx';
import { newArchivePassword } from '#src/ui/forms/new-archive-password.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ARCHIVE_REASON_MAXIMUM_LENGTH, recordArchiveSchema } from '../record-index.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type ArchiveDialogProps = {
  /** Whose records; null while the dialog is closed. */
  performerIds: string[] | null;
  onClose: () => void;
};

/** Downloads records with copies of documents, encrypted with a password. */
export function ArchiveDialog({ performerIds, onClose }: ArchiveDialogProps) {
  const shown = useLastDefined(performerIds);
  return (
    <FormDialog
      title="Download Records"
      size="32rem"
      opened={performerIds !== null}
      onClose={onClose}
    >
      {(onCancel) =>
        shown && <ArchiveForm performerIds={shown} onClose={onClose} onCancel={onCancel} />
      }
    </FormDialog>
  );
}

type ArchiveFormProps = { performerIds: string[]; onClose: () => void; onCancel: () => void };

function ArchiveForm({ performerIds, onClose, onCancel }: ArchiveFormProps) {
  const [suggested] = useState(newArchivePassword);
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { reason: '', password: suggested },
    validate: (typed) =>
      fieldErrors<'reason' | 'password'>(recordArchiveSchema.safeParse({ ...typed, performerIds })),
    async send(typed) {
      const json = { ...typed, performerIds };
      await saveFile(client.api['record-archive'].$post({ json }), 'records.zip');
      toast.success('Success', { description: 'Records downloaded' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p>
        The ZIP file contains the names, works and documents of{' '}
        {performerIds.length === 1 ? 'this performer' : `${performerIds.length} performers`}. It
        opens with the password, for example in 7-Zip.
      </p>
      <TextArea
        label="Reason"
        description="Who inspects the records, and why. The audit trail records it with your name."
        withAsterisk
        minRows={2}
        maxLength={ARCHIVE_REASON_MAXIMUM_LENGTH}
        data-autofocus
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <ArchivePassword
        value={values.password}
        error={errors.password}
        onChange={(password) => change({ password })}
      />
      <FormActions submitLabel="Download" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
