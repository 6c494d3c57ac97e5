import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { workQueueQuery } from '#src/features/backoffice/staff-notifications/ui/staff-notifications-queries.ts';
import { WORK_LINKS } from '#src/features/backoffice/staff-notifications/ui/work-links.ts';
import type { WorkItem } from '#src/features/backoffice/staff-notifications/work-queue.schema.ts';
import { formatCount } from '#src/lib/listing.ts';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import styles from './work-queue.module.css';

/** What waits for the staff, the longest wait first, with links to the lists. */
export function WorkQueue() {
  const { data: items, isPending, isFetching, refetch } = useQuery(workQueueQuery);
  if (isPending) return <PanelSkeleton label="Loading your work" height="14rem" />;
  return (
    <Panel title="Waiting for you">
      {!items && (
        <InlineError
          text="Failed to fetch what’s waiting"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {items?.length === 0 && (
        <p className={styles.empty}>You’re all caught up. Nothing is waiting.</p>
      )}
      {items && items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.kind}>
              <Item {...item} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ kind, count, late, oldestAt }: WorkItem) {
  const { labels, icon: Icon, link } = WORK_LINKS[kind];
  // Every overdue task is late; its label says so.
  const showsLate = late > 0 && kind !== 'overdue_task';
  return (
    <Link {...link} className={styles.item} data-late={late > 0 || undefined}>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.label}>
        <strong>{formatCount(count)}</strong> {labels[count === 1 ? 0 : 1]}
        {showsLate && <span className={styles.late}> · {formatCount(late)} late</span>}
      </span>
      <span className={styles.oldest}>
        {count > 1 && 'oldest '}
        <TimeAgo at={oldestAt} />
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );
}
