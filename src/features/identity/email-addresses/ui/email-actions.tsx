import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageContext } from '#src/ui/page/page-context.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import styles from './email-actions.module.css';
import { ownEmailQuery, useCancelEmailChange, useResendConfirmation } from './own-email.ts';

/** Below one's own email address: changes it, or shows the change that waits for its confirmation. */
export function EmailActions() {
  const { data } = useQuery(ownEmailQuery);
  const [opened, setOpened] = useState(false);
  if (!pageContext().sendsMail) {
    return (
      <p className={styles.text}>
        To change it, contact us: this site can’t send the email that confirms a new address.
      </p>
    );
  }
  return (
    <div className={styles.actions}>
      {data?.pendingEmail ? (
        <PendingChange email={data.pendingEmail} />
      ) : (
        <Button variant="default" radius="xl" onClick={() => setOpened(true)}>
          Change Email
        </Button>
      )}
      <ChangeEmailDialog opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}

function PendingChange({ email }: { email: string }) {
  const resend = useResendConfirmation(email);
  const cancel = useCancelEmailChange();
  return (
    <>
      <p className={styles.text}>
        We sent a link to <strong>{email}</strong>. Your email changes once you confirm it there.
      </p>
      <Button
        variant="default"
        radius="xl"
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        Send Again
      </Button>
      <Button
        variant="subtle"
        color="gray"
        radius="xl"
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel Change
      </Button>
    </>
  );
}
