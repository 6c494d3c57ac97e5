import { Lock } from 'lucide-react';
import { roleLabel } from '#src/lib/roles.ts';
import type { UserRow } from '../users.schema.ts';
import styles from './user-badges.module.css';

/** A user's role, and the number of influencers they are limited to. */
export function RoleBadge({ role, limitedTo }: Pick<UserRow, 'role' | 'limitedTo'>) {
  return (
    <span className={styles.roles}>
      <span className={styles.role} data-badge data-role={role ?? 'none'}>
        {roleLabel(role)}
      </span>
      {limitedTo !== null && (
        <span className={styles.limit}>
          <Lock size={13} aria-hidden="true" />
          Limited to {limitedTo}
        </span>
      )}
    </span>
  );
}

export function StatusMark({ status }: Pick<UserRow, 'status'>) {
  return (
    <span className={styles.status} data-badge data-status={status}>
      {status === 'suspended' ? 'Suspended' : 'Active'}
    </span>
  );
}
