import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { TERMINATION_REASON_MAXIMUM_LENGTH, terminationSchema } from '../agreements.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshAgreements } from './agreements-queries.ts';

type TerminateDialogProps = { id: string | null; onClose: () => void };

/** Terminates a creator agreement. */
export function TerminateDialog({ id, onClose }: TerminateDialogProps) {
  const shown = useLastDefined(id);
  return (
    <FormDialog
      title="Terminate Agreement"
      size="30rem"
      opened={id !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <TerminateForm id={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type TerminateFormProps = { id: string; onClose: () => void; onCancel: () => void };

function TerminateForm({ id, onClose, onCancel }: TerminateFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { terminatedOn: '', reason: '' },
    validate: (typed) => fieldErrors<'terminatedOn' | 'reason'>(terminationSchema.safeParse(typed)),
    async send(typed) {
      const { terminate } = client.api['signed-agreements'][':id'];
      const json = terminationSchema.parse(typed);
      await call(terminate.$post({ param: { id }, json }));
      await refreshAgreements(queryClient);
      toast.success('Success', { description: 'Agreement terminated' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p>
        From the day that you choose, the agreement no longer counts. If posts need an agreement,
        the influencer’s posts go offline. This can’t be undone.
        {ifMailed('Both sides are notified by email.')}
      </p>
      <TextInput
        type="date"
        label="Terminated as of"
        description="The first day (UTC) without an agreement."
        withAsterisk
        value={values.terminatedOn}
        error={errors.terminatedOn}
        onChange={({ currentTarget }) => change({ terminatedOn: currentTarget.value })}
      />
      <TextArea
        label="Reason"
        description="The influencer reads it."
        withAsterisk
        minRows={3}
        maxLength={TERMINATION_REASON_MAXIMUM_LENGTH}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel="Terminate" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
