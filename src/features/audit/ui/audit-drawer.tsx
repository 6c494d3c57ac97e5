import { Button, Drawer, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '#src/lib/api-error.ts';
import { PartFailure } from '#src/ui/notice.tsx';
import { useLast } from '#src/ui/use-last.ts';
import { actWords, roleText } from '../audit.rules.ts';
import type { AuditAct } from '../audit.schema.ts';
import styles from './audit-drawer.module.css';
import { AuditEntryCard } from './audit-entry-card.tsx';
import { auditActQuery } from './audit-queries.ts';
import { AuditTime, utcText } from './audit-time.tsx';

type AuditDrawerProps = { entry: number | undefined; onClose: () => void };

/** An act beside the list: who, when, from where, and every record before and after. */
export function AuditDrawer({ entry, onClose }: AuditDrawerProps) {
  const shown = useLast(entry);
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="44rem"
      title="What was changed"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: styles.body!, title: styles.title! }}
    >
      {shown !== undefined && <ActDetail key={shown} id={String(shown)} />}
    </Drawer>
  );
}

function ActDetail({ id }: { id: string }) {
  const query = useInfiniteQuery(auditActQuery(id));
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = query;
  const act = data?.pages[0]?.act;
  if (!act) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return (
    <>
      <Facts act={act} />
      {data.pages.map(({ entries, names }) =>
        entries.map((entry) => <AuditEntryCard key={entry.id} entry={entry} names={names} />),
      )}
      {hasNextPage && (
        <Button
          variant="default"
          radius="xl"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more of {act.partCount.toLocaleString('en-US')} records
        </Button>
      )}
    </>
  );
}

function Facts({ act }: { act: AuditAct }) {
  const { verb, kind, label } = actWords(act);
  return (
    <div className={styles.facts}>
      <h2>
        {verb} {kind} <bdi>{label}</bdi>
      </h2>
      <dl>
        <dt>Who</dt>
        <dd>
          <bdi>{act.actorEmail}</bdi> ({roleText(act.actorRole)})
        </dd>
        <dt>When</dt>
        <dd>
          <AuditTime at={act.at} />
          <span className={styles.utc}>{utcText(act.at)}</span>
        </dd>
        <dt>Address</dt>
        <dd>
          <bdi>{act.address}</bdi>
        </dd>
        <dt>Request</dt>
        <dd>
          <code>{act.operation}</code>
        </dd>
      </dl>
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.problem.status === 404;
  return isMissing ? (
    <p role="alert">There is no such entry.</p>
  ) : (
    <PartFailure text="Failed to fetch the entry" onRetry={onRetry} />
  );
}

const Waiting = () => (
  <div role="status" className={styles.waiting}>
    <span className="visually-hidden">Loading...</span>
    <Skeleton h={26} w="70%" />
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} h={14} w={index % 2 ? '60%' : '85%'} />
    ))}
  </div>
);
