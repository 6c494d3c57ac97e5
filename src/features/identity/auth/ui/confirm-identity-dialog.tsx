import { Button, Modal, PasswordInput, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type KeyboardEvent } from 'react';
import { CodeInput } from '#src/features/identity/second-factor/ui/code-input.tsx';
import { secondFactorQuery } from '#src/features/identity/second-factor/ui/second-factor-query.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { call, client } from '#src/web/client.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type ConfirmIdentityDialogProps = { onClose: (isConfirmed: boolean) => void };

/** Asks for the code of the authenticator app, or for the password of users without one. */
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
      {data && <ConfirmForm hasSecondFactor={data.turnedOnAt !== null} {...{ onClose, cancel }} />}
    </Modal>
  );
}

/** On whatever has the focus: otherwise Escape would also close the dialogs below. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

type ConfirmFormProps = ConfirmIdentityDialogProps & {
  hasSecondFactor: boolean;
  cancel: () => void;
};

function ConfirmForm({ hasSecondFactor, onClose, cancel }: ConfirmFormProps) {
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
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <form {...form} className={dialog.form}>
      <p>
        You signed in a while ago. To protect money and personal data, we ask once more before this
        step.
      </p>
      {hasSecondFactor ? (
        <CodeInput
          description="From your authenticator app, or a recovery code"
          inputProps={KEEPS_ESCAPE}
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
          {...KEEPS_ESCAPE}
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
