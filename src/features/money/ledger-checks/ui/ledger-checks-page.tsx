import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RotateCw, Scale } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { PaymentsTabs } from '#src/features/money/payments/ui/payments-tabs.tsx';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { LedgerFinding, LedgerStatus } from '../ledger-checks.schema.ts';
import styles from './ledger-checks-page.module.css';
import {
  ledgerFindingsList,
  ledgerStatusQuery,
  refreshLedgerChecks,
} from './ledger-checks-queries.ts';
import { LedgerFiles } from './ledger-files.tsx';
import { LedgerFindingDrawer } from './ledger-finding-drawer.tsx';
import { LEDGER_FINDINGS_COLUMNS } from './ledger-findings-columns.tsx';

const route = getRouteApi('/_app/ledger-checks');

const TABS = optionsOf({ open: 'Open', explained: 'Explained', resolved: 'Resolved' });

/** What the nightly checks of the ledger found, which of it is explained, and its entries as files. */
export function LedgerChecksPage() {
  const list = useList(ledgerFindingsList, route);
  const queryClient = useQueryClient();
  useLiveEvents('notifications', () => void refreshLedgerChecks(queryClient));
  const { data: status } = useQuery(ledgerStatusQuery);
  return (
    <>
      <PageHead
        title="Payments"
        subtitle="The rules of the ledger are checked every night. Violations stay listed until they’re resolved."
      >
        <RunNow isRunning={status?.isRunning ?? false} />
      </PageHead>
      <PaymentsTabs value="/ledger-checks">
        {status && <LastCheck {...status} />}
        <ListTabs tabs={TABS} counts={status?.counts} warningTab="open" {...list.field('state')} />
        <ListView
          list={list}
          label="Ledger findings"
          itemLabels={['finding', 'findings']}
          columns={LEDGER_FINDINGS_COLUMNS}
          failure="Failed to fetch the findings"
          searchLabel="Search rule, record or explanation"
          onOpen={({ id }) => list.open({ finding: id })}
          rowVariant={rowVariantOf}
          empty={
            <Notice
              icon={Scale}
              title="Nothing to explain"
              text="Records that violate a rule of the ledger will appear here."
            />
          }
          noResults={<NoResults title="No matching findings" />}
        />
        {status?.firstMonth && <LedgerFiles firstMonth={status.firstMonth} />}
      </PaymentsTabs>
      <LedgerFindingDrawer {...list.record('finding')} />
    </>
  );
}

const rowVariantOf = ({ state }: LedgerFinding) =>
  state === 'open' ? 'attention' : state === 'resolved' ? 'muted' : undefined;

function LastCheck({ last, isRunning }: LedgerStatus) {
  if (isRunning) return <p className={styles.last}>Checking the ledger…</p>;
  if (!last?.finishedAt) return <p className={styles.last}>The ledger has not been checked yet.</p>;
  const { finishedAt, requestedBy, ruleCount, transactionCount } = last;
  return (
    <p className={styles.last}>
      Last checked <time dateTime={finishedAt}>{formatTime(finishedAt)}</time>
      {requestedBy && <> at the request of {requestedBy}</>}: {formatNumber(ruleCount)} rules on{' '}
      {formatNumber(transactionCount)} transactions.
    </p>
  );
}

function RunNow({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api['ledger-checks'].$post()),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshLedgerChecks(queryClient),
  });
  return (
    <Button
      radius="xl"
      variant="default"
      leftSection={<RotateCw size={17} aria-hidden="true" />}
      loading={isPending || isRunning}
      onClick={() => mutate()}
    >
      Check Now
    </Button>
  );
}
