import { Button, CopyButton, Group, Modal } from '@mantine/core';
import { Check, Copy, KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { isolate } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import styles from './edit-reset-password.module.css';

type ResetPasswordProps = { influencerId: string; fullName: string };

/** Gives an influencer a new password and shows it this once. */
export function ResetPassword({ influencerId, fullName }: ResetPasswordProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [password, setPassword] = useState<string | null>(null);
  const isSending = useRef(false);

  async function reset() {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      const param = { id: influencerId };
      const answer = await call(client.api.influencers[':id']['reset-password'].$post({ param }));
      setPassword(answer.password);
    } catch (error) {
      const reason = (error as Error).message;
      toast.error('Error', { description: `Failed to update influencer: ${reason}` });
    } finally {
      isSending.current = false;
      setIsBusy(false);
      setIsAsked(false);
    }
  }

  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<KeyRound size={16} aria-hidden="true" />}
        onClick={() => setIsAsked(true)}
      >
        Reset password
      </Button>
      <ConfirmDialog
        look="card"
        title="Reset the password?"
        text={`A new password is made up and shown to you once. ${isolate(fullName)} is signed out everywhere, and chooses an own password at the next sign-in.`}
        opened={isAsked}
        stay="Keep"
        go="Reset password"
        isBusy={isBusy}
        onStay={() => setIsAsked(false)}
        onGo={() => void reset()}
      />
      <NewPassword password={password} fullName={fullName} onClose={() => setPassword(null)} />
    </>
  );
}

type NewPasswordProps = { password: string | null; fullName: string; onClose: () => void };

const NewPassword = ({ password, fullName, onClose }: NewPasswordProps) => (
  <Modal
    opened={password !== null}
    onClose={onClose}
    centered
    title="New password"
    closeButtonProps={{ 'aria-label': 'Close' }}
    // A click beside it would lose what is shown once.
    closeOnClickOutside={false}
  >
    <p className={styles.words}>
      Give this to {fullName}. It is not kept anywhere and cannot be shown again.
    </p>
    <p className={styles.password}>
      <code data-testid="new-password">{password}</code>
    </p>
    <Group justify="flex-end">
      <CopyButton value={password ?? ''}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            radius="xl"
            leftSection={
              copied ? (
                <Check size={16} aria-hidden="true" />
              ) : (
                <Copy size={16} aria-hidden="true" />
              )
            }
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
      <Button radius="xl" data-autofocus onClick={onClose}>
        Done
      </Button>
    </Group>
  </Modal>
);
