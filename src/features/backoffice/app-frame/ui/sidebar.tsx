import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { useSignOut } from '#src/features/identity/auth/ui/session.ts';
import { roleLabel } from '#src/lib/roles.ts';
import { Logo } from '#src/ui/public/logo.tsx';
import { menuFor } from './menu.ts';
import styles from './sidebar.module.css';

/** Logo, signed-in user, the role's links and Logout; icons only when collapsed. */
export function Sidebar({ session, collapsed }: { session: CurrentSession; collapsed: boolean }) {
  const signOut = useSignOut();
  const { avatar, email } = session.user;
  const label = collapsed ? 'visually-hidden' : undefined;
  return (
    <aside className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <Link to="/dashboard" className={styles.logo}>
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
        {menuFor(session.role).map(({ to, label: text, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={styles.link}
            activeProps={{ 'aria-current': 'page' }}
            title={collapsed ? text : undefined}
          >
            <Icon size={20} aria-hidden="true" />
            <span className={label}>{text}</span>
          </Link>
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
