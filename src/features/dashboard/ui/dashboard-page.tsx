import { Link } from '@tanstack/react-router';
import { useSession } from '#src/features/accounts/ui/session.ts';
import styles from './dashboard-page.module.css';
import { menuFor } from './menu.ts';

const words: Record<string, string> = {
  '/content': 'Publish pictures and films for an influencer, and see what is out.',
  '/marketplace': 'See the house as the fans see it.',
};

/** Where the agency and the influencers arrive; fans are sent to their feed by the route. */
export function DashboardPage() {
  const session = useSession();
  if (!session?.role) {
    return (
      <section className={styles.error} role="alert">
        <h1>System Error</h1>
        <p>Critical error: No role assigned to user.</p>
      </section>
    );
  }
  const { fullName, email } = session.user;
  const screens = menuFor(session.role).filter(({ to }) => to !== '/dashboard');
  return (
    <section>
      <h1 className={styles.title}>Welcome, {fullName || email}</h1>
      {session.role === 'influencer' ? (
        <p className={styles.lead}>
          The agency publishes on your behalf. Your desk with tasks and earnings is being prepared.
        </p>
      ) : (
        <p className={styles.lead}>What would you like to do?</p>
      )}
      <ul className={styles.cards}>
        {screens.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.card}>
              <Icon size={26} aria-hidden="true" />
              <strong>{label}</strong>
              <span>{words[to]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
