import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { SecurityCard } from '#src/features/identity/auth/ui/security-card.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { listMailKinds } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { MailPreferencesCard } from '#src/features/identity/mail-preferences/ui/mail-preferences-card.tsx';
import { SecondFactorCard } from '#src/features/identity/second-factor/ui/second-factor-card.tsx';
import { Notice } from '#src/ui/page/notice.tsx';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { Appearance } from './appearance.tsx';
import { ContactAccount } from './contact-account.tsx';
import { FanAccount } from './fan-account.tsx';
import { TimeZone } from './time-zone.tsx';

/**
 * The account page: picture and preferences for fans, read-only data for everyone else, the
 * password, the second factor, the devices, the appearance, the time zone, and emails.
 * @param avatar the card of a fan's picture, which a later feature owns
 * @param privacy the card of the user's data, which a later feature owns
 */
export function MyAccountPage({ avatar, privacy }: { avatar: ReactNode; privacy: ReactNode }) {
  const session = useSession();
  if (session?.viewingUntil) {
    return (
      <Notice
        icon={EyeOff}
        heading="h1"
        title="Only the fan sees this page"
        text="It contains what nobody else may see or change."
      />
    );
  }
  return (
    <section className={styles.page}>
      <h1>My Account</h1>
      {session?.role === 'subscriber' ? (
        <>
          {avatar}
          <FanAccount />
        </>
      ) : (
        <ContactAccount />
      )}
      <SecondFactorCard />
      <SecurityCard />
      <Appearance />
      <TimeZone />
      {session && listMailKinds(session.role).length > 0 && <MailPreferencesCard />}
      {privacy}
    </section>
  );
}
