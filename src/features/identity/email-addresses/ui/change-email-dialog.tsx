import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { changeEmailSchema } from '../email-addresses.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { ownEmailQuery } from './own-email.ts';

type ChangeEmailDialogProps = { opened: boolean; onClose: () => void };

export function ChangeEmailDialog({ opened, onClose }: ChangeEmailDialogProps) {
  return (
    <FormDialog
      title="Change Email"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <ChangeEmail onDone={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type ChangeEmailProps = { onDone: () => void; onCancel: () => void };

function ChangeEmail({ onDone, onCancel }: ChangeEmailProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { email: '', currentPassword: '' },
    validate: (typed) => fieldErrors<keyof typeof typed>(changeEmailSchema.safeParse(typed)),
    async send(typed) {
      await call(client.api.account.email.$put({ json: typed }));
      await queryClient.invalidateQueries(ownEmailQuery);
      toast.success('Check your mail', {
        description: `We sent a link to ${typed.email.trim()}.`,
      });
      onDone();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p>
        We’ll send a link to the new address. Your email changes once you confirm it there, and your
        old address gets a notice.
      </p>
      <TextInput
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        data-autofocus
        value={values.email}
        error={errors.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
      <PasswordInput
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={values.currentPassword}
        error={errors.currentPassword}
        aria-invalid={errors.currentPassword ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show current password', tabIndex: 0 }}
        onChange={({ currentTarget }) => change({ currentPassword: currentTarget.value })}
      />
      <FormActions submitLabel="Send Link" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
