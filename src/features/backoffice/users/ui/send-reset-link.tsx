import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { pageContext } from '#src/ui/page/page-context.ts';
import { toastRefusal } from './refusal-toast.ts';

type SendResetLinkProps = { userId: string; name: string; email: string };

/** Sends a user a password reset link after confirmation. */
export function SendResetLink({ userId, name, email }: SendResetLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const { sendsMail } = pageContext();

  // Not a mutation: those leave the page and lose the input when the session has ended.
  async function send() {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await call(client.api.users[':id']['password-reset'].$post({ param: { id: userId } }));
      toast.success('Success', { description: `Password reset link sent to ${email}` });
    } catch (error) {
      toastRefusal(error as Error, 'Failed to send the password reset link');
    } finally {
      isSending.current = false;
      setIsBusy(false);
      setIsOpen(false);
    }
  }

  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<Mail size={16} aria-hidden="true" />}
        disabled={!sendsMail}
        onClick={() => setIsOpen(true)}
      >
        Send password reset link
      </Button>
      {!sendsMail && <small>Needs a mail server (SMTP_URL).</small>}
      <ConfirmDialog
        variant="card"
        title="Send a password reset link?"
        text={`${isolateBidi(name)} will get an email at ${email} with a link to set a new password. The link works once and expires in one hour. The current password stays valid until it’s changed.`}
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel="Send Link"
        isDangerous={false}
        isBusy={isBusy}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => void send()}
      />
    </>
  );
}
