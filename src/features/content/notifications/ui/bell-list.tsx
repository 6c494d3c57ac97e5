import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import styles from './bell.module.css';
import { MarkAllButton, type MarkRead } from './mark-all-button.tsx';

export type BellItem = {
  id: string;
  title: string;
  preview: string;
  createdAt: string;
  isRead: boolean;
  /** The target of the notification. */
  link: LinkProps;
};

type BellListProps = {
  query: Pick<UseQueryResult, 'isError' | 'refetch'>;
  items: BellItem[] | undefined;
  emptyText: string;
  /** Number of unread notifications. */
  count: number;
  markRead: MarkRead;
  onLeave: () => void;
};

/** The newest notifications, in the dropdown of a bell. */
export function BellList(props: BellListProps) {
  const { query, items, emptyText, count, markRead, onLeave } = props;
  // Receives the focus when the focused button disappears.
  const title = useRef<HTMLHeadingElement>(null);
  const { isError, refetch } = query;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title} ref={title} tabIndex={-1}>
          Notifications
        </h2>
        <MarkAllButton
          className={styles.action!}
          count={count}
          markRead={markRead}
          onDone={() => title.current?.focus()}
        />
      </div>
      {isError && (
        <p className={styles.empty} role="alert">
          Failed to load notifications{' '}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {!items && !isError && <p className={styles.empty}>Loading...</p>}
      {items?.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      <ul className={styles.list}>
        {items?.map(({ id, link, title: name, isRead, createdAt, preview }) => (
          <li key={id}>
            <Link
              {...link}
              className={styles.item}
              data-unread={isRead ? undefined : true}
              onClick={onLeave}
            >
              <span className={styles.name}>
                <bdi>{name}</bdi>
                {!isRead && <span className="visually-hidden"> (unread)</span>}
              </span>
              <TimeAgo at={createdAt} />
              <span className={styles.preview}>{preview}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
