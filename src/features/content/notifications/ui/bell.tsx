import { Bell as BellIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#src/lib/locale/counts.ts';
import { HeaderPopup } from '#src/ui/elements/header-popup.tsx';
import styles from './bell.module.css';

/** Above this the badge shows "99+"; the label still contains the number. */
const BADGE_MAXIMUM = 99;

type BellProps = {
  /** Number of unread notifications. */
  count: number;
  /** A {@link BellList}; `onLeave` closes it. */
  children: (onLeave: () => void) => ReactNode;
};

/** The bell in the header, which opens the notifications. */
export function Bell({ count, children }: BellProps) {
  return (
    <HeaderPopup
      role="dialog"
      label="Notifications"
      className={styles.dropdown}
      button={(props) => (
        <button
          type="button"
          className={styles.bell}
          aria-label={`Notifications, ${formatCount(count)} unread`}
          {...props}
        >
          <BellIcon size={20} aria-hidden="true" />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : count}
            </span>
          )}
        </button>
      )}
    >
      {children}
    </HeaderPopup>
  );
}
