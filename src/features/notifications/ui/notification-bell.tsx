import { Popover } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useLiveEvents } from '#src/ui/use-live-events.ts';
import styles from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';
import { NOTIFICATIONS_KEY, unreadQuery } from './notifications-queries.ts';

/** Above this the badge says "99+"; the label still names the number. */
const BADGE_MAXIMUM = 99;

export function NotificationBell() {
  const [opened, setOpened] = useState(false);
  const queryClient = useQueryClient();
  useLiveEvents(
    'notifications',
    () => void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  );
  const count = useQuery(unreadQuery).data?.count ?? 0;
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
          aria-label={`Notifications, ${count} unread`}
          onClick={() => setOpened(!opened)}
        >
          <Bell size={20} aria-hidden="true" />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label="Notifications">
        <NotificationList onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
