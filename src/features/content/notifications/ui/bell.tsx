import { Popover } from '@mantine/core';
import { Bell as BellIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatCount } from '#src/lib/listing.ts';
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
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1.5rem))"
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.bell}
          aria-label={`Notifications, ${formatCount(count)} unread`}
          onClick={() => setOpened(!opened)}
        >
          <BellIcon size={20} aria-hidden="true" />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label="Notifications">
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
