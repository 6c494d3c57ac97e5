import { FanAccount } from './fan-account.tsx';
import { InfluencerAccount } from './influencer-account.tsx';
import styles from './my-account-page.module.css';
import { useSession } from './session.ts';

/** The own account: a fan's with preferences, an influencer's to read, both with the password. */
export function MyAccountPage() {
  const session = useSession();
  return (
    <section className={styles.page}>
      <h1>My Account</h1>
      {session?.role === 'influencer' ? <InfluencerAccount /> : <FanAccount />}
    </section>
  );
}
