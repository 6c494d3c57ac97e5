import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { SecondFactor } from '../second-factor.schema.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import styles from './second-factor.module.css';

const SetUpSecondFactor = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SetUpSecondFactor,
}));

/** Below this, the user should create new recovery codes. */
const FEW_CODES = 3;

/** The user's authenticator app, passkeys and recovery codes. */
export function SecondFactorCard() {
  const { data, isError, refetch } = useQuery(secondFactorQuery);
  if (isError && !data) {
    return <InlineError text="Failed to load your account" onRetry={() => void refetch()} />;
  }
  return (
    <section className={account.card} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">Two-factor authentication</h2>
      {data ? (
        <SecondFactorControls factor={data} />
      ) : (
        <Skeleton height={64} aria-label="Loading..." />
      )}
    </section>
  );
}

function SecondFactorControls({ factor }: { factor: SecondFactor }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(secondFactorQuery);
  const onPasskeyAdded = (created: string[]) => {
    if (created.length > 0) setCodes(created);
    void refresh();
  };
  const isOn = factor.turnedOnAt !== null;
  return (
    <>
      <p className={styles.soft}>
        {isOn ? (
          <State factor={factor} />
        ) : (
          'Sign in with a passkey, or with your password and a code of an authenticator app on your phone. Then a stolen password alone is worthless.'
        )}
      </p>
      {factor.passkeys.length > 0 && <PasskeyList passkeys={factor.passkeys} />}
      <div className={styles.actions}>
        <AddPasskey onAdded={onPasskeyAdded} />
        {!factor.hasApp && <SetUpApp onClosed={refresh} />}
        {isOn && (
          <>
            <NewRecoveryCodes onCreated={setCodes} onSettled={refresh} />
            <TurnOff isRequired={factor.isRequired} onSettled={refresh} />
          </>
        )}
      </div>
      <FormDialog
        title="New recovery codes"
        opened={codes !== null}
        leaveConfirmation={LOSING_CODES}
        onClose={() => setCodes(null)}
      >
        {() => codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </FormDialog>
    </>
  );
}

function State({ factor }: { factor: SecondFactor }) {
  const { turnedOnAt, hasApp, recoveryCodesLeft: left } = factor;
  return (
    <>
      On since {formatDate(turnedOnAt!)}
      {hasApp && ', with an authenticator app'}. {left} recovery {left === 1 ? 'code' : 'codes'}{' '}
      left
      {left < FEW_CODES ? ': create new ones before you run out.' : '.'}
    </>
  );
}

function SetUpApp({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [showsCodes, setShowsCodes] = useState(false);
  const close = () => {
    setIsOpen(false);
    onClosed();
  };
  return (
    <>
      <Button variant="default" size="md" radius="xl" onClick={() => setIsOpen(true)}>
        Set Up App
      </Button>
      <FormDialog
        title="Set up an authenticator app"
        opened={isOpen}
        leaveConfirmation={{ ...LOSING_CODES, isNeeded: showsCodes }}
        onClose={close}
      >
        {(onCancel) => (
          <Suspense>
            <SetUpSecondFactor
              onDone={close}
              onTurnedOn={() => setShowsCodes(true)}
              onCancel={onCancel}
            />
          </Suspense>
        )}
      </FormDialog>
    </>
  );
}

type NewRecoveryCodesProps = {
  onCreated: (codes: string[]) => void;
  onSettled: () => Promise<void>;
};

function NewRecoveryCodes({ onCreated, onSettled }: NewRecoveryCodesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const renew = useMutation({
    mutationFn: () => call(client.api.account['second-factor']['recovery-codes'].$post()),
    onSuccess: ({ recoveryCodes }) => onCreated(recoveryCodes),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setIsOpen(false);
      return onSettled();
    },
  });
  return (
    <>
      <Button variant="default" size="md" radius="xl" onClick={() => setIsOpen(true)}>
        New Recovery Codes
      </Button>
      <ConfirmDialog
        variant="bar"
        title="Create new recovery codes?"
        text="The ones you have stop working."
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel="Create Codes"
        isDangerous={false}
        isBusy={renew.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => renew.mutate()}
      />
    </>
  );
}

type TurnOffProps = { isRequired: boolean; onSettled: () => Promise<void> };

function TurnOff({ isRequired, onSettled }: TurnOffProps) {
  const [isOpen, setIsOpen] = useState(false);
  const turnOff = useMutation({
    mutationFn: () => call(client.api.account['second-factor'].$delete()),
    onSuccess: () => toast.success('Success', { description: 'Two-factor authentication is off.' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setIsOpen(false);
      return onSettled();
    },
  });
  return (
    <>
      <Button variant="default" size="md" radius="xl" onClick={() => setIsOpen(true)}>
        Turn Off
      </Button>
      <ConfirmDialog
        variant="bar"
        title="Turn off two-factor authentication?"
        text={
          isRequired
            ? 'Your passkeys and recovery codes stop working. Your role requires it: you’ll have to set it up again right away.'
            : 'Your passkeys and recovery codes stop working. Your password alone will be enough to sign in.'
        }
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel="Turn Off"
        isBusy={turnOff.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => turnOff.mutate()}
      />
    </>
  );
}

const LOSING_CODES = {
  title: 'Have you stored the codes?',
  text: 'You won’t be able to see them again.',
  cancelLabel: 'Go back',
  confirmLabel: 'Close',
  isNeeded: true,
};
