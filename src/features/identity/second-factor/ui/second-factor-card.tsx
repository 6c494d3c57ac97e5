import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { call, client } from '#src/web/client.ts';
import type { SecondFactor } from '../second-factor.schema.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import styles from './second-factor.module.css';

const SetUpSecondFactor = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SetUpSecondFactor,
}));

/** Below this, the user should create new recovery codes. */
const FEW_CODES = 3;

/** The user's authenticator app and recovery codes. */
export function SecondFactorCard() {
  const { data, isError, refetch } = useQuery(secondFactorQuery);
  if (isError && !data) {
    return <InlineError text="Failed to load your account" onRetry={() => void refetch()} />;
  }
  return (
    <section className={account.card} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">Two-factor authentication</h2>
      {!data && <Skeleton height={64} aria-label="Loading..." />}
      {data && (data.turnedOnAt ? <TurnedOn factor={data} /> : <TurnedOff />)}
    </section>
  );
}

function TurnedOff() {
  const [isOpen, setIsOpen] = useState(false);
  const [showsCodes, setShowsCodes] = useState(false);
  const queryClient = useQueryClient();
  const close = () => {
    setIsOpen(false);
    void queryClient.invalidateQueries(secondFactorQuery);
  };
  return (
    <>
      <p className={styles.soft}>
        Protect your account with a code of an authenticator app on your phone, in addition to your
        password. Then a stolen password alone is worthless.
      </p>
      <div className={styles.actions}>
        <Button size="md" radius="xl" onClick={() => setIsOpen(true)}>
          Set Up
        </Button>
      </div>
      <FormDialog
        title="Set up two-factor authentication"
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

function TurnedOn({ factor }: { factor: SecondFactor }) {
  const { recoveryCodesLeft: left, turnedOnAt } = factor;
  const [isTurningOff, setIsTurningOff] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const queryClient = useQueryClient();
  const options = {
    onError: (error: Error) => toast.error('Error', { description: error.message }),
    onSettled: () => queryClient.invalidateQueries(secondFactorQuery),
  };
  const renew = useMutation({
    ...options,
    mutationFn: () => call(client.api.account['second-factor']['recovery-codes'].$post()),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const turnOff = useMutation({
    ...options,
    mutationFn: () => call(client.api.account['second-factor'].$delete()),
    onSuccess: () => toast.success('Success', { description: 'Two-factor authentication is off.' }),
  });
  return (
    <>
      <p className={styles.soft}>
        On since {formatDate(turnedOnAt!)}. {left} recovery {left === 1 ? 'code' : 'codes'} left
        {left < FEW_CODES ? ': create new ones before you run out.' : '.'}
      </p>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="md"
          radius="xl"
          loading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          New Recovery Codes
        </Button>
        <Button variant="default" size="md" radius="xl" onClick={() => setIsTurningOff(true)}>
          Turn Off
        </Button>
      </div>
      <FormDialog
        title="New recovery codes"
        opened={codes !== null}
        leaveConfirmation={LOSING_CODES}
        onClose={() => setCodes(null)}
      >
        {() => codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </FormDialog>
      <ConfirmDialog
        variant="bar"
        title="Turn off two-factor authentication?"
        text={
          factor.isRequired
            ? 'Your role requires it: you’ll have to set it up again right away.'
            : 'Your password alone will be enough to sign in.'
        }
        opened={isTurningOff}
        cancelLabel="Cancel"
        confirmLabel="Turn Off"
        isBusy={turnOff.isPending}
        onCancel={() => setIsTurningOff(false)}
        onConfirm={() => turnOff.mutate(undefined, { onSettled: () => setIsTurningOff(false) })}
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
