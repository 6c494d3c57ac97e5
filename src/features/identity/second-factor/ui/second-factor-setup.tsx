import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { turnOnSchema, type SecondFactorSetup } from '../second-factor.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CodeInput } from './code-input.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

type SetupProps = {
  /** Called when the user has stored the recovery codes, or has some already. */
  onDone: () => void;
  onTurnedOn?: () => void;
  onCancel?: () => void;
};

/** Sets up an authenticator app: its secret, its first code, then the recovery codes. */
export function SetUpSecondFactor({ onDone, onTurnedOn, onCancel }: SetupProps) {
  const [codes, setCodes] = useState<string[]>();
  const setup = useMutation({
    mutationFn: () => call(client.api.account['second-factor'].setup.$post()),
  });
  const { mutate } = setup;
  useEffect(() => mutate(), [mutate]);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (setup.isError) return <InlineError text={setup.error.message} onRetry={() => mutate()} />;
  if (!setup.data) return <Loader aria-label="Loading..." />;
  const showCodes = (created: string[]) => {
    // Users with a passkey have recovery codes already.
    if (created.length === 0) return onDone();
    setCodes(created);
    onTurnedOn?.();
  };
  return <FirstCode setup={setup.data} onTurnedOn={showCodes} onCancel={onCancel} />;
}

type FirstCodeProps = {
  setup: SecondFactorSetup;
  onTurnedOn: (codes: string[]) => void;
  onCancel: (() => void) | undefined;
};

function FirstCode({ setup, onTurnedOn, onCancel }: FirstCodeProps) {
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { code: '' },
    validate: (typed) => fieldErrors<'code'>(turnOnSchema.safeParse(typed)),
    async send(json) {
      const path = client.api.account['second-factor']['turn-on'];
      onTurnedOn((await call(path.$post({ json }))).recoveryCodes);
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <ol className={styles.steps}>
        <li>
          Scan this code with an authenticator app on your phone.
          <QrCode text={setup.address} label="QR code for your authenticator app" />
          <span className={styles.soft}>
            On this device? <a href={setup.address}>Open the app</a>, or type this key into it:
          </span>
          <CopyableText name="Key" text={setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')} />
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <CodeInput value={values.code} error={errors.code} onChange={(code) => change({ code })} />
      {failure && (
        <p className={dialog.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={dialog.actions}>
        {onCancel && (
          <Button variant="default" radius="xl" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" radius="xl" loading={busy}>
          Turn On
        </Button>
      </div>
    </form>
  );
}
