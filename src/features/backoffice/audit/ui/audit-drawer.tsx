import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { changeText, roleText } from '../audit.rules.ts';
import type { AuditChange } from '../audit.schema.ts';
import styles from './audit-drawer.module.css';
import { AuditEntryCard } from './audit-entry-card.tsx';
import { auditChangeQuery } from './audit-queries.ts';
import { AuditTime, utcText } from './audit-time.tsx';

const HEADING = 'What was done';

type AuditDrawerProps = { id: number | undefined; onClose: () => void };

/** A change beside the list: actor, time, IP address, and every record before and after. */
export function AuditDrawer({ id, onClose }: AuditDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="44rem" onClose={onClose}>
      {shown !== undefined && <ChangeInDrawer key={shown} id={String(shown)} />}
    </RecordDrawer>
  );
}

function ChangeInDrawer({ id }: { id: string }) {
  const { fetchNextPage, hasNextPage, isFetchingNextPage, ...query } = useInfiniteQuery(
    auditChangeQuery(id),
  );
  const { data, error, refetch } = query;
  const isMissing = error instanceof ApiError && error.problem.status === 404;
  const change = data?.pages[0]?.change;
  return (
    <RecordInDrawer
      query={{ data: isMissing ? null : data, error, refetch }}
      title={change ? <Title change={change} /> : HEADING}
      subtitle={change && HEADING}
      text={{
        loading: 'Loading the entry',
        failure: 'Failed to fetch the entry',
        missing: 'This entry doesn’t exist.',
      }}
    >
      {({ pages }) => (
        <>
          {change && <Facts change={change} />}
          {pages.map(({ entries, names }) =>
            entries.map((entry) => <AuditEntryCard key={entry.id} entry={entry} names={names} />),
          )}
          {change && hasNextPage && (
            <Button
              variant="default"
              radius="xl"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show more of {formatNumber(change.partCount)} records
            </Button>
          )}
        </>
      )}
    </RecordInDrawer>
  );
}

function Title({ change }: { change: AuditChange }) {
  const { verb, kind, label } = changeText(change);
  return (
    <>
      {verb} {kind} <bdi>{label}</bdi>
    </>
  );
}

const Facts = ({ change }: { change: AuditChange }) => (
  <dl className={styles.facts}>
    <dt>Who</dt>
    <dd>
      <bdi>{change.actorEmail}</bdi> ({roleText(change.actorRole)})
    </dd>
    <dt>When</dt>
    <dd>
      <AuditTime at={change.at} />
      <span className={styles.utc}>{utcText(change.at)}</span>
    </dd>
    <dt>Address</dt>
    <dd>
      <bdi>{change.address}</bdi>
    </dd>
    <dt>Request</dt>
    <dd>
      <code>{change.operation}</code>
    </dd>
  </dl>
);
