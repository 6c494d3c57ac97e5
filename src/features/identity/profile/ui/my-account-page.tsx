import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { listMailKinds } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { MailPreferencesCard } from '#src/features/identity/mail-preferences/ui/mail-preferences-card.tsx';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { Appearance } from './appearance.tsx';
import { ContactAccount } from './contact-account.tsx';
import { FanAccount } from './fan-account.tsx';

/** The account page: preferences for fans, read-only data for everyone else, the password, and emails. */
export function MyAccountPage() {
  const session = useSession();
  return (
    <section className={styles.page}>
      <h1>My Account</h1>
      {session?.role === 'subscriber' ? <FanAccount /> : <ContactAccount />}
      <Appearance />
      {session && listMailKinds(session.role).length > 0 && <MailPreferencesCard />}
    </section>
  );
}
