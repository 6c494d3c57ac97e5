import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import styles from './privacy-card.module.css';

/** How those who cannot close their account themselves have it closed. */
const HOW_TO_CLOSE = {
  influencer: 'To close your account, write to the agency: contracts and payouts come first.',
  staff: 'To close your account, ask an admin to delete it under Users.',
  admin: 'To close your account, ask another admin to delete it under Users.',
};

/** What users can do with what is stored about them: download it, and close the account. */
export function PrivacyCard() {
  const session = useSession();
  return (
    <section className={account.card} aria-labelledby="privacy-title">
      <h2 id="privacy-title">Privacy</h2>
      <p className={account.soft}>
        Download a copy of everything we store about you, as files that other programs can read. Our{' '}
        <a href="/privacy">Privacy Policy</a> says what we use it for and how long we keep it.
      </p>
      <div className={styles.actions}>
        <DownloadButton href="/api/account/export" size="md" radius="xl">
          Download My Data
        </DownloadButton>
        {session?.role === 'subscriber' && <CloseAccount />}
      </div>
      {session?.role && session.role !== 'subscriber' && (
        <p className={account.soft}>{HOW_TO_CLOSE[session.role]}</p>
      )}
    </section>
  );
}

function CloseAccount() {
  const [isOpen, setIsOpen] = useState(false);
  const close = useMutation({
    mutationFn: () => call(client.api.account.$delete()),
    onSuccess() {
      toastOnNextPage({ title: 'Success', description: 'Your account is closed.' });
      // A full page load clears the data of the account from memory.
      return navigateAway('/auth');
    },
    onError: (error) => toast.error('Error', { description: error.message }),
    onSettled: () => setIsOpen(false),
  });
  return (
    <>
      <Button variant="default" size="md" radius="xl" onClick={() => setIsOpen(true)}>
        Close My Account
      </Button>
      <ConfirmDialog
        variant="card"
        title="Close your account?"
        text="Your profile, preferences, favorites and history are deleted at once, and nobody can restore them. All subscriptions end now, without a refund for the rest of the month. The law makes us keep records of your payments; they no longer name you."
        opened={isOpen}
        cancelLabel="Keep My Account"
        confirmLabel="Close My Account"
        isBusy={close.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => close.mutate()}
      />
    </>
  );
}
