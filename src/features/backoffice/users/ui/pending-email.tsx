import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { canChangeEmail } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { call, client } from '#src/web/client.ts';
import styles from './user-dialog.module.css';

type PendingEmailProps = { userId: string; pendingEmail: string | null };

/** The address that will replace the present one; admins can cancel the change. */
export function PendingEmail({ userId, pendingEmail }: PendingEmailProps) {
  const session = useSession();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      call(client.api.users[':id']['email-change'].$delete({ param: { id: userId } })),
    onSuccess: () => {
      toast.success('Success', { description: 'The email won’t change.' });
      void queryClient.invalidateQueries();
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  if (!pendingEmail || cancel.isSuccess) return null;
  return (
    <div className={styles.pending}>
      <p className={styles.note}>
        Changes to <strong>{pendingEmail}</strong> once it’s confirmed with the link we sent there.
      </p>
      {session && canChangeEmail(session) && (
        <Button
          variant="default"
          size="xs"
          radius="xl"
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel Change
        </Button>
      )}
    </div>
  );
}

/** What happened to a saved email address. */
export function describeSavedEmail(email: string): string {
  return `The email changes once ${email} is confirmed with the link we sent there.`;
}
