import { Link } from '@tanstack/react-router';
import { ArrowUpRight, type LucideIcon } from 'lucide-react';
import type { Screen } from '#src/features/backoffice/app-frame/ui/menu.ts';
import styles from './quick-actions.module.css';

type QuickAction = { label: string; description: string; icon: LucideIcon } & (
  | { to: Screen }
  /** A public page, opened with a full page load. */
  | { href: string }
);

/** Links to frequent actions. */
export function QuickActions({ actions }: { actions: QuickAction[] }) {
  return (
    <nav aria-label="Quick actions">
      <ul className={styles.actions}>
        {actions.map((action) => (
          <li key={action.label}>
            {'to' in action ? (
              <Link to={action.to} className={styles.action}>
                <ActionText {...action} />
              </Link>
            ) : (
              <a href={action.href} className={styles.action}>
                <ActionText {...action} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const ActionText = ({ label, description, icon: Icon }: QuickAction) => (
  <>
    <Icon size={20} aria-hidden="true" />
    <span>
      <strong>{label}</strong>
      <span className={styles.description}>{description}</span>
    </span>
    <ArrowUpRight size={16} aria-hidden="true" className={styles.arrow} />
  </>
);
