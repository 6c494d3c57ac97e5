import { Alert, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { AccountUnavailable } from '#src/features/identity/auth/ui/account-unavailable.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { EmailActions } from '#src/features/identity/email-addresses/ui/email-actions.tsx';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { PasswordCard } from './password-card.tsx';

const contactQuery = queryOptions({
  queryKey: ['account', 'contact'],
  queryFn: () => call(client.api.account.contact.$get()),
});

/** The account of everyone but fans: read-only name, email and phone, and the password. */
export function ContactAccount() {
  return (
    <>
      <Contact />
      <PasswordCard />
    </>
  );
}

function Contact() {
  const { data, isError, refetch } = useQuery(contactQuery);
  if (isError && !data) return <AccountUnavailable onRetry={refetch} />;
  const rows = [
    ['Full name', data?.fullName],
    ['Email', data?.email],
    ['Phone', data?.phone],
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="contact-title" aria-busy={!data}>
      <h2 id="contact-title">Your details</h2>
      <dl className={styles.details}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{data ? value || 'Not set' : <Skeleton height={18} width="60%" mt={4} />}</dd>
          </div>
        ))}
      </dl>
      <EmailActions />
      <Alert
        icon={<Info />}
        color="gold"
        variant="outline"
        classNames={{ root: styles.notice, message: styles.note }}
      >
        <WhoChanges />
      </Alert>
    </section>
  );
}

function WhoChanges() {
  const session = useSession();
  if (session?.role === 'influencer') {
    return <>Please contact an admin or staff member to change your other details.</>;
  }
  return (
    <>
      Change your name and phone under <Link to="/profile">Settings</Link>.
    </>
  );
}
