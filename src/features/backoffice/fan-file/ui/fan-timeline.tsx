import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  CreditCard,
  Eye,
  HeartHandshake,
  KeyRound,
  MessageSquare,
  ScrollText,
  StickyNote,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { TimelineEntry, TimelineKind } from '../fan-file.schema.ts';
import { fanFileSearchSchema } from '../fan-file.schema.ts';
import { timelineQuery } from './fan-queries.ts';
import styles from './fan-timeline.module.css';
import { timelineText } from './timeline-text.ts';

const route = getRouteApi('/_app/fans/$id');

const KINDS = optionsOf<TimelineKind>({
  payment: 'Payments',
  refund: 'Refunds and disputes',
  subscription: 'Subscriptions',
  note: 'Notes',
  message: 'Messages',
  view: 'Posts seen',
  account: 'Sign-ins',
  change: 'Changes by the team',
});

const ICONS: Record<TimelineKind, LucideIcon> = {
  payment: CreditCard,
  refund: Undo2,
  subscription: HeartHandshake,
  note: StickyNote,
  message: MessageSquare,
  view: Eye,
  account: KeyRound,
  change: ScrollText,
};

/** What happened with a fan, newest first. */
export function FanTimeline({ fanId }: { fanId: string }) {
  const { kind } = useCheckedSearch(route, fanFileSearchSchema);
  const navigate = route.useNavigate();
  const isAdmin = useSession()?.role === 'admin';
  const query = useInfiniteQuery(timelineQuery(fanId, kind));
  const entries = query.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Panel
      title="Timeline"
      aside={
        <FilterSelect
          label="Kind of event"
          placeholder="All but posts seen"
          clearLabel="Show all but posts seen"
          options={KINDS.filter(({ value }) => isAdmin || value !== 'change')}
          value={kind ?? null}
          onChange={(chosen) =>
            void navigate({
              search: { kind: chosen ?? undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      {entries ? (
        <>
          <ol className={styles.timeline} aria-label="Timeline">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
          {entries.length === 0 && <p className={styles.none}>No events of this kind yet</p>}
          <ShowMore pages={query} />
        </>
      ) : query.error ? (
        <InlineError text="Failed to fetch the timeline" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="20rem" role="status" aria-label="Loading the timeline" />
      )}
    </Panel>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, event, at, by } = entry;
  const { title, detail } = timelineText(entry);
  const Icon = ICONS[kind];
  const isBad = kind === 'payment' && (event === 'failed' || event === 'disputed');
  return (
    <li data-kind={kind} data-bad={isBad || event === 'dispute' || undefined}>
      <Icon size={17} aria-hidden="true" className={styles.icon} />
      <div>
        <p className={styles.title}>
          <EntryLink entry={entry}>{title}</EntryLink>
        </p>
        {detail && (
          <p className={styles.detail} dir="auto">
            {detail}
          </p>
        )}
        <p className={styles.facts}>
          <time dateTime={at}>{formatTime(at)}</time>
          {by && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** Leads to the record of an event. */
function EntryLink({
  entry: { kind, recordId },
  children,
}: {
  entry: TimelineEntry;
  children: ReactNode;
}) {
  if (recordId === null) return children;
  switch (kind) {
    case 'payment':
    case 'refund':
      return (
        <Link to="/payments" search={{ payment: recordId }}>
          {children}
        </Link>
      );
    case 'subscription':
      return (
        <Link to="/subscribers" search={{ id: recordId }}>
          {children}
        </Link>
      );
    case 'view':
      return (
        <Link to="/content/edit/$id" params={{ id: recordId }}>
          {children}
        </Link>
      );
    case 'change':
      return (
        <Link to="/audit" search={{ entry: Number(recordId) }}>
          {children}
        </Link>
      );
    case 'note':
    case 'message':
    case 'account':
      return children;
  }
}
