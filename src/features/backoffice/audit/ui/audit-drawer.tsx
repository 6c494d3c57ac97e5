import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '#src/lib/api-error.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { actWords, roleText } from '../audit.rules.ts';
import type { AuditAct } from '../audit.schema.ts';
import styles from './audit-drawer.module.css';
import { AuditEntryCard } from './audit-entry-card.tsx';
import { auditActQuery } from './audit-queries.ts';
import { AuditTime, utcText } from './audit-time.tsx';

const HEADING = 'What was changed';

type AuditDrawerProps = { id: number | undefined; onClose: () => void };

/** An act beside the list: who, when, from where, and every record before and after. */
export function AuditDrawer({ id, onClose }: AuditDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="44rem" onClose={onClose}>
      {shown !== undefined && <ActInDrawer key={shown} id={String(shown)} />}
    </RecordDrawer>
  );
}

function ActInDrawer({ id }: { id: string }) {
  const { fetchNextPage, hasNextPage, isFetchingNextPage, ...query } = useInfiniteQuery(
    auditActQuery(id),
  );
  const { data, error, refetch } = query;
  const isMissing = error instanceof ApiError && error.problem.status === 404;
  const act = data?.pages[0]?.act;
  return (
    <RecordInDrawer
      query={{ data: isMissing ? null : data, error, refetch }}
      title={act ? <Title act={act} /> : HEADING}
      subtitle={act && HEADING}
      text={{
        loading: 'Loading the entry',
        failure: 'Failed to fetch the entry',
        missing: 'There is no such entry.',
      }}
    >
      {({ pages }) => (
        <>
          {act && <Facts act={act} />}
          {pages.map(({ entries, names }) =>
            entries.map((entry) => <AuditEntryCard key={entry.id} entry={entry} names={names} />),
          )}
          {act && hasNextPage && (
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
      )}
    </RecordInDrawer>
  );
}

function Title({ act }: { act: AuditAct }) {
  const { verb, kind, label } = actWords(act);
  return (
    <>
      {verb} {kind} <bdi>{label}</bdi>
    </>
  );
}

const Facts = ({ act }: { act: AuditAct }) => (
  <dl className={styles.facts}>
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
);
