import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { canChangeEmail } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import styles from './user-dialog.module.css';

type PendingEmailProps = { userId: string; pendingEmail: string | null };

/** The address that will replace the present one; admins can cancel the change. */
export function PendingEmail({ userId, pendingEmail }: PendingEmailProps) {
  const session = useSession();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () =>
      call(client.api.users[':id']['email-change'].$delete({ param: { id: userId } })),
    onSuccess: () => {
      toast.success('Success', { description: 'The email won’t change.' });
      void queryClient.invalidateQueries();
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => setIsOpen(false),
  });
  if (!pendingEmail || cancel.isSuccess) return null;
  return (
    <div className={styles.pending}>
      <p className={styles.note}>
        Changes to <strong>{pendingEmail}</strong> once it’s confirmed
        {sendsMail()
          ? ' with the link we sent there.'
          : '. Sending the link needs a mail server (SMTP_URL).'}
      </p>
      {session && canChangeEmail(session) && (
        <Button variant="default" size="xs" radius="xl" onClick={() => setIsOpen(true)}>
          Cancel Change
        </Button>
      )}
      <ConfirmDialog
        variant="card"
        title="Cancel this email change?"
        text={`The link that we sent to ${pendingEmail} stops working.`}
        opened={isOpen}
        cancelLabel="Keep Change"
        confirmLabel="Cancel Change"
        isBusy={cancel.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => cancel.mutate()}
      />
    </div>
  );
}

/** What happened to a saved email address. */
export function describeSavedEmail(email: string): string {
  return sendsMail()
    ? `The email changes once ${email} is confirmed with the link we sent there.`
    : `The email changes once ${email} is confirmed, which needs a mail server (SMTP_URL).`;
}
