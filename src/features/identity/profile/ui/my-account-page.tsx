import { useSession } from '#src/features/identity/auth/ui/session.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { Appearance } from './appearance.tsx';
import { ContactAccount } from './contact-account.tsx';
import { FanAccount } from './fan-account.tsx';

/** The account page: preferences for fans, read-only data for everyone else, and the password. */
export function MyAccountPage() {
  const session = useSession();
  return (
    <section className={styles.page}>
      <h1>My Account</h1>
      {session?.role === 'subscriber' ? <FanAccount /> : <ContactAccount />}
      <Appearance />
    </section>
  );
}
