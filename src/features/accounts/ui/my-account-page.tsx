import { ContactAccount } from './contact-account.tsx';
import { FanAccount } from './fan-account.tsx';
import styles from './my-account-page.module.css';
import { useSession } from './session.ts';

/** The own account: a fan's with preferences, everyone else's to read, all with the password. */
export function MyAccountPage() {
  const session = useSession();
  return (
    <section className={styles.page}>
      <h1>My Account</h1>
      {session?.role === 'subscriber' ? <FanAccount /> : <ContactAccount />}
    </section>
  );
}
