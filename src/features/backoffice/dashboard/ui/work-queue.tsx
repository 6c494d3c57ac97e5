import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { workQueueQuery } from '#src/features/backoffice/staff-notifications/ui/staff-notifications-queries.ts';
import { WORK_LINKS } from '#src/features/backoffice/staff-notifications/ui/work-links.ts';
import type { WorkItem } from '#src/features/backoffice/staff-notifications/work-queue.schema.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import styles from './work-queue.module.css';

const route = getRouteApi('/_app/dashboard');

/** What waits for the staff, the longest wait first, with links to the lists. */
export function WorkQueue() {
  const { work: owner } = route.useSearch();
  const navigate = route.useNavigate();
  const query = owner === 'mine' ? ({ owner: 'me' } as const) : {};
  const { data: items, isPending, isFetching, refetch } = useQuery(workQueueQuery(query));
  if (isPending) return <PanelSkeleton label="Loading your work" height="14rem" />;
  return (
    <Panel
      title="Waiting for you"
      aside={
        <SegmentedControl
          aria-label="Whose work"
          radius="xl"
          size="xs"
          data={[
            { value: 'all', label: 'Everyone’s' },
            { value: 'mine', label: 'Mine' },
          ]}
          value={owner ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, work: value === 'mine' ? 'mine' : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      {!items && (
        <InlineError
          text="Failed to fetch what’s waiting"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {items?.length === 0 && (
        <p className={styles.empty}>
          {owner === 'mine'
            ? 'Nothing you own is waiting.'
            : 'You’re all caught up. Nothing is waiting.'}
        </p>
      )}
      {items && items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.kind}>
              <Item item={item} isOwn={owner === 'mine'} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type ItemProps = { item: WorkItem; isOwn: boolean };

function Item({ item: { kind, count, late, oldestAt }, isOwn }: ItemProps) {
  const { labels, icon: Icon, link } = WORK_LINKS[kind];
  const search = isOwn ? { ...link.search, owner: 'me' } : link.search;
  // Every overdue task is late; its label says so.
  const showsLate = late > 0 && kind !== 'overdue_task';
  return (
    <Link
      {...link}
      {...(search && { search })}
      className={styles.item}
      data-late={late > 0 || undefined}
    >
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
