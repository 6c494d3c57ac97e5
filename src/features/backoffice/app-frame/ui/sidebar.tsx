import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { workQueueQuery } from '#src/features/backoffice/staff-notifications/ui/staff-notifications-queries.ts';
import { WORK_LINKS } from '#src/features/backoffice/staff-notifications/ui/work-links.ts';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { signOut } from '#src/features/identity/auth/ui/session.ts';
import { useHasAgreement } from '#src/features/trust/agreements/ui/own-agreement-query.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { roleLabel, type Role } from '#src/lib/roles.ts';
import { Logo } from '#src/ui/public/logo.tsx';
import { homeOf, menuOf } from './menu.ts';
import styles from './sidebar.module.css';

/** Logo, signed-in user, the role's links and Logout; icons only when collapsed. */
export function Sidebar({ session, collapsed }: { session: CurrentSession; collapsed: boolean }) {
  const waiting = useWaitingCounts(session.role);
  const hasAgreement = useHasAgreement(session.role === 'influencer');
  const { avatar, email } = session.user;
  const label = collapsed ? 'visually-hidden' : undefined;
  return (
    <aside className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <Link to={homeOf(session)} className={styles.logo}>
        <Logo compact={collapsed} />
      </Link>
      <div className={styles.user} title={collapsed ? email : undefined}>
        <UserAvatar avatar={avatar} name={email} />
        <span className={label ?? styles.who}>
          <span className={styles.email}>{email}</span>
          <span className={styles.role}>{roleLabel(session.role)}</span>
        </span>
      </div>
      <nav aria-label="Main" className={styles.nav}>
        {menuOf(session, hasAgreement).map(({ label: heading, items }) => (
          <ul key={heading} className={styles.group} aria-label={heading ?? undefined}>
            {heading !== null && !collapsed && (
              <li role="presentation" className={styles.heading} aria-hidden="true">
                {heading}
              </li>
            )}
            {items.map(({ to, label: text, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={styles.link}
                  activeProps={{ 'aria-current': 'page' }}
                  title={collapsed ? text : undefined}
                >
                  <Icon size={20} aria-hidden="true" />
                  <span className={label}>{text}</span>
                  <WaitingCount count={waiting.get(to) ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <button
        type="button"
        className={styles.link}
        onClick={() => void signOut()}
        title={collapsed ? 'Logout' : undefined}
      >
        <LogOut size={20} aria-hidden="true" />
        <span className={label}>Logout</span>
      </button>
    </aside>
  );
}

/** How much waits for the staff on each screen. */
function useWaitingCounts(role: Role | null): Map<string, number> {
  const isBackOffice = role === 'admin' || role === 'staff';
  const { data = [] } = useQuery({ ...workQueueQuery(), enabled: isBackOffice });
  const counts = new Map<string, number>();
  for (const { kind, count } of data) {
    const { to } = WORK_LINKS[kind].link;
    counts.set(to, (counts.get(to) ?? 0) + count);
  }
  return counts;
}

const WaitingCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {formatCount(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
