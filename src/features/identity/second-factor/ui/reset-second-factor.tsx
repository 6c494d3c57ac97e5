import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { RESET_DAYS } from '../second-factor.schema.ts';
import styles from './second-factor.module.css';

type Person = { id: string; fullName: string; isAdmin: boolean };
type ResetSecondFactorProps = {
  user: { id: string; name: string };
  /** The member of the back office who looks at it. */
  actor: Pick<Person, 'id' | 'isAdmin'>;
  /** Who requested the reset that waits. */
  requestedBy: Person | null;
};

/**
 * Resets the second factor of a user who lost it: one member of the back office requests it, another
 * one confirms.
 */
export function ResetSecondFactor({ user, actor, ...initial }: ResetSecondFactorProps) {
  const [requestedBy, setRequestedBy] = useState(initial.requestedBy);
  const [isReset, setIsReset] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const path = client.api.users[':id']['second-factor-reset'];
  const param = { id: user.id };
  const options = {
    onError: ({ message }: Error) => toast.error('Error', { description: message }),
    onSettled: () => setIsOpen(false),
  };
  const reset = useMutation({
    ...options,
    mutationFn: () => call(path.$post({ param })),
    onSuccess(outcome) {
      setIsChanged(true);
      setIsReset(outcome.isReset);
      setRequestedBy({ ...actor, fullName: '' });
      const description = outcome.isReset
        ? 'Two-factor authentication was reset.'
        : 'Now a colleague has to confirm it.';
      toast.success('Success', { description });
    },
  });
  const cancel = useMutation({
    ...options,
    mutationFn: () => call(path.$delete({ param })),
    onSuccess() {
      setIsChanged(true);
      setRequestedBy(null);
    },
  });
  const name = isolateBidi(user.name);
  const isOwn = requestedBy?.id === actor.id;
  const mayConfirm = requestedBy !== null && !isOwn && (actor.isAdmin || requestedBy.isAdmin);
  const { isRefused, notice } = useTwoPeople('second-factor-reset', mayConfirm ? [user.id] : []);
  // What replaces the pressed button receives its focus.
  const ref = isChanged ? takeFocus : undefined;
  if (isReset) {
    return (
      <p ref={ref} tabIndex={-1} className={styles.soft} role="status">
        Two-factor authentication was reset.
      </p>
    );
  }
  return (
    <>
      {requestedBy ? (
        <>
          <p ref={ref} tabIndex={-1} className={styles.soft} role="status">
            {isOwn
              ? `You requested to reset two-factor authentication. A colleague has to confirm it here within ${RESET_DAYS} days; one of you must be an admin.`
              : `${isolateBidi(requestedBy.fullName)} requested to reset two-factor authentication. ${
                  mayConfirm
                    ? `Confirm only if you know that ${name} lost the phone.`
                    : `An admin has to confirm it within ${RESET_DAYS} days.`
                }`}
          </p>
          {notice}
          <div className={styles.actions}>
            {mayConfirm && (
              <Button
                disabled={isRefused}
                variant="default"
                radius="xl"
                onClick={() => setIsOpen(true)}
              >
                Confirm Reset
              </Button>
            )}
            <Button
              variant="default"
              radius="xl"
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              {isOwn ? 'Withdraw Request' : 'Refuse'}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button
            ref={ref}
            variant="default"
            radius="xl"
            leftSection={<ShieldOff size={16} aria-hidden="true" />}
            onClick={() => setIsOpen(true)}
          >
            Reset two-factor authentication
          </Button>
        </div>
      )}
      <ConfirmDialog
        variant="card"
        title="Reset two-factor authentication?"
        text={
          requestedBy
            ? `${name} can then sign in with the password alone, and every device is signed out.`
            : `Only if ${name} lost the phone, and you made sure that it’s really them.${ifMailed(`${name} gets an email.`)} A colleague has to confirm within ${RESET_DAYS} days. One of you must be an admin.`
        }
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel={requestedBy ? 'Reset' : 'Request Reset'}
        isBusy={reset.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => reset.mutate()}
      />
    </>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();
