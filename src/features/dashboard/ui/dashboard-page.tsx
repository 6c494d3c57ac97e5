import { Link } from '@tanstack/react-router';
import { User } from 'lucide-react';
import { useSession } from '#src/features/accounts/ui/session.ts';
import { OpenMessages } from '#src/features/contact/ui/open-messages.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import styles from './dashboard-page.module.css';
import { menuFor } from './menu.ts';

const words: Record<string, string> = {
  '/content': 'Publish pictures and films for an influencer, and see what is out.',
  '/marketplace': 'See the house as the fans see it.',
  '/my-account': 'Your details as we have them, and your password.',
};

const account = { to: '/my-account', label: 'My Account', icon: User } as const;

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
  const screens =
    session.role === 'influencer'
      ? [account]
      : menuFor(session.role).filter(({ to }) => to !== '/dashboard');
  return (
    <section>
      <PageHead
        title={`Welcome, ${fullName || email}`}
        lead={
          session.role === 'influencer'
            ? 'The agency publishes on your behalf.'
            : 'What would you like to do?'
        }
      />
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
      {session.role !== 'influencer' && <OpenMessages />}
    </section>
  );
}
