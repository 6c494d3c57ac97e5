import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { BackOfficeDashboard } from './back-office-dashboard.tsx';
import styles from './dashboard-page.module.css';
import { InfluencerDashboard } from './influencer-dashboard.tsx';

/** The dashboard of the back office and of influencers; the route redirects fans to their feed. */
export function DashboardPage() {
  const session = useSession();
  if (!session?.role) return <NoRole />;
  const { fullName, email } = session.user;
  const isInfluencer = session.role === 'influencer';
  return (
    <section>
      <PageHead
        title={`Welcome, ${fullName || email}`}
        subtitle={isInfluencer ? 'How your page is doing, and what’s next.' : 'Today at a glance.'}
      />
      {isInfluencer ? <InfluencerDashboard userId={session.user.id} /> : <BackOfficeDashboard />}
    </section>
  );
}

const NoRole = () => (
  <section className={styles.error} role="alert">
    <h1>System Error - Critical error: No role assigned to user.</h1>
    <p>
      Ask an admin to give your account a role. <a href="/contact">Write to us</a> if you don’t know
      who to ask.
    </p>
  </section>
);
