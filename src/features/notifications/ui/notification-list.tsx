import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { formatDate } from '#src/lib/dates.ts';
import { MarkAllRead } from './mark-all-read.tsx';
import styles from './notification-bell.module.css';
import { notificationsQuery } from './notifications-queries.ts';

/** The newest notifications; each leads to its influencer's posts. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  // Where the keyboard is when the button it was on has gone.
  const title = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useQuery(notificationsQuery);
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title} ref={title} tabIndex={-1}>
          Notifications
        </h2>
        <MarkAllRead className={styles.action} onDone={() => title.current?.focus()} />
      </div>
      {isError && (
        <p className={styles.empty} role="alert">
          Failed to load notifications{' '}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {!data && !isError && <p className={styles.empty}>Loading...</p>}
      {data?.notifications.length === 0 && (
        <p className={styles.empty}>Nothing yet. New posts of your influencers appear here.</p>
      )}
      <ul className={styles.list}>
        {data?.notifications.map(({ id, influencer, captionPreview, createdAt, isRead }) => (
          <li key={id}>
            <Link
              to="/subscriptions/$influencerId"
              params={{ influencerId: influencer.id }}
              className={styles.item}
              data-unread={isRead ? undefined : true}
              onClick={onLeave}
            >
              <span className={styles.name}>
                {influencer.fullName}
                {!isRead && <span className="visually-hidden"> (unread)</span>}
              </span>
              <time dateTime={createdAt}>{formatDate(createdAt)}</time>
              <span className={styles.preview}>{captionPreview}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
