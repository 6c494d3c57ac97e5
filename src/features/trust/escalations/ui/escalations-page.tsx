import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lock, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { ReasonDialog } from '#src/features/agency/performers/ui/reason-dialog.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { Escalation, EscalationRow } from '../escalations.schema.ts';
import { EscalationRecord } from './escalation-record.tsx';
import { EscalationState } from './escalation-state.tsx';
import { escalationsQuery, refreshEscalations } from './escalations-queries.ts';
import styles from './escalations.module.css';
import { OfficersPanel } from './officers-panel.tsx';

/** What is preserved for the authorities, for the two people who may see it. */
export function EscalationsPage() {
  const { data, error, refetch } = useQuery(escalationsQuery);
  return (
    <div className={styles.page}>
      <BackLink to="/complaints">Complaints</BackLink>
      <PageHead
        title="Escalations"
        subtitle="Content about minors that is preserved for the authorities. Every access is recorded for good."
      />
      <OfficersPanel />
      {data ? (
        data.isOfficer ? (
          <EscalationList rows={data.escalations} hasMore={data.hasMore} />
        ) : (
          <Notice
            icon={Lock}
            title="Only the child safety officer and the deputy see escalations"
            text="Another admin can appoint you above."
          />
        )
      ) : error ? (
        <ErrorNotice title="Failed to fetch escalations" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="12rem" />
      )}
    </div>
  );
}

type EscalationListProps = { rows: EscalationRow[]; hasMore: boolean };

function EscalationList({ rows, hasMore }: EscalationListProps) {
  const queryClient = useQueryClient();
  const [requested, setRequested] = useState<string | null>(null);
  const [opened, setOpened] = useState<Escalation | null>(null);
  async function open(reason: string) {
    const { open: operation } = client.api.escalations[':id'];
    setOpened(await call(operation.$post({ param: { id: requested! }, json: { reason } })));
    setRequested(null);
  }
  function update(changed: Escalation) {
    setOpened(changed);
    void refreshEscalations(queryClient);
  }
  if (opened) {
    return (
      <EscalationRecord escalation={opened} onChange={update} onClose={() => setOpened(null)} />
    );
  }
  if (rows.length === 0) {
    return (
      <Notice
        icon={ShieldCheck}
        title="No escalations"
        text="Open a complaint about someone under 18 and choose Preserve for the Authorities."
      />
    );
  }
  return (
    <>
      <CardTable label="Escalations" columns={columnsOf(setRequested)} rows={rows} />
      {hasMore && <p className={styles.soft}>These are the newest {rows.length} escalations.</p>}
      <ReasonDialog
        title="Open this escalation"
        submitLabel="Open"
        opened={requested !== null}
        onSubmit={open}
        onClose={() => setRequested(null)}
      />
    </>
  );
}

const day = (at: string) => <time dateTime={at}>{formatDate(at)}</time>;

const columnsOf = (onOpen: (id: string) => void): TableColumn<EscalationRow>[] => [
  { label: 'Escalation', cell: ({ reference }) => reference },
  { label: 'State', onCard: 'corner', cell: (row) => <EscalationState {...row} /> },
  { label: 'Created', cell: ({ createdAt }) => day(createdAt) },
  { label: 'Files', isNumber: true, cell: ({ files }) => files },
  {
    label: 'Authority',
    cell: ({ authority, authorityReference }) =>
      authority ? `${authority}, ${authorityReference}` : NONE,
  },
  { label: 'Preserved until', cell: ({ preservedUntil }) => day(preservedUntil) },
  {
    label: 'Actions',
    isLabelHidden: true,
    onCard: 'line',
    cell: ({ id, complaintId }) => (
      <span className={styles.actions}>
        <Button size="xs" radius="xl" onClick={() => onOpen(id)}>
          Open
        </Button>
        {complaintId && (
          <Link to="/complaints" search={{ complaint: complaintId }} className="touch-target">
            Complaint
          </Link>
        )}
      </span>
    ),
  },
];
