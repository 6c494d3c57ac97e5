import { Button, Modal, PasswordInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, type KeyboardEvent } from 'react';
import { call, client } from '#src/client/client.ts';
import type { SecondFactor } from '#src/features/identity/second-factor/second-factor.schema.ts';
import { CodeInput } from '#src/features/identity/second-factor/ui/code-input.tsx';
import {
  signWithPasskey,
  supportsPasskeys,
} from '#src/features/identity/second-factor/ui/passkey-ceremony.ts';
import { secondFactorQuery } from '#src/features/identity/second-factor/ui/second-factor-query.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type ConfirmIdentityDialogProps = { onClose: (isConfirmed: boolean) => void };

/** Asks for a passkey or code, or for the password of users without a second factor. */
export function ConfirmIdentityDialog({ onClose }: ConfirmIdentityDialogProps) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const cancel = () => onClose(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
  };
  return (
    <Modal
      title="Confirm that it’s you"
      opened
      centered
      closeOnEscape={false}
      closeOnClickOutside={false}
      attributes={{ content: KEEPS_ESCAPE }}
      closeButtonProps={{ 'aria-label': 'Close', ...KEEPS_ESCAPE }}
      classNames={{ content: dialog.content!, header: dialog.header!, title: dialog.title! }}
      onKeyDown={onKeyDown}
      onClose={cancel}
    >
      {error && !data && <InlineError text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={90} aria-label="Loading..." />}
      {data && <ConfirmForm factor={data} {...{ onClose, cancel }} />}
    </Modal>
  );
}

/** On whatever has the focus: otherwise Escape would also close the dialogs below. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** The first of these has the focus when the dialog opens, and once the form is rendered. */
const FIRST = { ...KEEPS_ESCAPE, 'data-autofocus': 'true' };

type ConfirmFormProps = ConfirmIdentityDialogProps & {
  factor: SecondFactor;
  cancel: () => void;
};

function ConfirmForm({ factor, onClose, cancel }: ConfirmFormProps) {
  const hasSecondFactor = factor.turnedOnAt !== null;
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { currentPassword: '', code: '' },
    validate: ({ currentPassword, code }): Partial<Record<'currentPassword' | 'code', string>> => {
      if (hasSecondFactor) return code.trim() ? {} : { code: 'Enter the code' };
      return currentPassword ? {} : { currentPassword: 'Current password is required' };
    },
    async send({ currentPassword, code }) {
      const json = hasSecondFactor ? { code } : { currentPassword };
      await call(client.api.auth.confirmation.$post({ json }));
      onClose(true);
    },
  });
  const { ref } = form;
  // The dialog received the focus before the field was rendered.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [ref]);
  return (
    <form {...form} className={dialog.form}>
      <p>
        You signed in a while ago. To protect money and personal data, we ask once more before this
        step.
      </p>
      {factor.passkeys.length > 0 && <ConfirmByPasskey onConfirmed={() => onClose(true)} />}
      {hasSecondFactor ? (
        <CodeInput
          description={
            factor.hasApp ? 'From your authenticator app, or a recovery code' : 'A recovery code'
          }
          inputProps={FIRST}
          value={values.code}
          error={errors.code}
          onChange={(code) => change({ code })}
        />
      ) : (
        <PasswordInput
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={values.currentPassword}
          error={errors.currentPassword}
          aria-invalid={errors.currentPassword ? true : undefined}
          visibilityToggleButtonProps={{
            'aria-label': 'Show current password',
            tabIndex: 0,
            ...KEEPS_ESCAPE,
          }}
          {...FIRST}
          onChange={({ currentTarget }) => change({ currentPassword: currentTarget.value })}
        />
      )}
      {failure && (
        <p className={dialog.failure} role="alert">
          {failure}
        </p>
      )}
      <footer className={dialog.actions}>
        <Button variant="default" radius="xl" onClick={cancel} {...KEEPS_ESCAPE}>
          Cancel
        </Button>
        <Button type="submit" radius="xl" loading={busy} {...KEEPS_ESCAPE}>
          Confirm
        </Button>
      </footer>
    </form>
  );
}

function ConfirmByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const path = client.api.auth.confirmation.passkey;
  const confirm = useMutation({
    async mutationFn() {
      const json = await signWithPasskey(call(path.options.$post()));
      await call(path.$post({ json }));
    },
    onSuccess: onConfirmed,
  });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<KeyRound size={16} aria-hidden="true" />}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
        {...FIRST}
      >
        Use a Passkey
      </Button>
      {confirm.isError && (
        <p className={dialog.failure} role="alert">
          {confirm.error.message}
        </p>
      )}
    </>
  );
}
