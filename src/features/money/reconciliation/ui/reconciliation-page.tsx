import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GitCompareArrows, History } from 'lucide-react';
import { useState } from 'react';
import { PaymentsTabs } from '#src/features/money/payments/ui/payments-tabs.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { ITEM_STATUS_LABELS, KIND_LABELS } from '../reconciliation.rules.ts';
import { ItemDrawer } from './item-drawer.tsx';
import { ReconcileButton } from './reconcile-button.tsx';
import { ReconciledProviders } from './reconciled-providers.tsx';
import { ITEM_COLUMNS } from './reconciliation-columns.tsx';
import { reconciledProvidersQuery, reconciliationItemsList } from './reconciliation-queries.ts';
import { SettleDialog, type OpenSettlement } from './settle-dialog.tsx';

const route = getRouteApi('/_app/reconciliation/');

const STATUSES = optionsOf(ITEM_STATUS_LABELS);
const KINDS = optionsOf(KIND_LABELS);

/** The comparisons with the payment providers, and the differences that they found. */
export function ReconciliationPage() {
  const { error } = useQuery(reconciledProvidersQuery);
  const isDenied = error instanceof ApiError && error.problem.code === 'forbidden';
  return isDenied ? <Denied /> : <Reconciliation />;
}

const Denied = () => (
  <>
    <PageHead title="Payments" />
    <PaymentsTabs value="/reconciliation">
      <Notice
        icon={GitCompareArrows}
        title="Not available to you"
        text="The reconciliation concerns all influencers, and you’re limited to some of them."
      />
    </PaymentsTabs>
  </>
);

function Reconciliation() {
  const list = useList(reconciliationItemsList, route);
  const [settling, setSettling] = useState<OpenSettlement | null>(null);
  return (
    <>
      <PageHead
        title="Payments"
        subtitle="What the payment providers have and what our ledger has, compared record by record."
      >
        <Button
          variant="default"
          radius="xl"
          leftSection={<History size={18} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/reconciliation/runs" {...props} />}
        >
          History
        </Button>
        <ReconcileButton />
      </PageHead>
      <PaymentsTabs value="/reconciliation">
        <ReconciledProviders />
        <ListView
          list={list}
          label="Differences"
          itemLabels={['difference', 'differences']}
          columns={ITEM_COLUMNS}
          failure="Failed to fetch the differences"
          searchLabel="Search reference or fan"
          filters={
            <>
              <FilterSelect
                label="State"
                placeholder="All States"
                clearLabel="Show all states"
                options={STATUSES}
                {...list.field('status')}
              />
              <FilterSelect
                label="Record"
                placeholder="All Records"
                clearLabel="Show all records"
                options={KINDS}
                {...list.field('kind')}
              />
            </>
          }
          bulk={{
            isSelectable: ({ status }) => status === 'open',
            actions: (items, onDone) => (
              <Button size="sm" radius="xl" onClick={() => setSettling({ items, onDone })}>
                Settle
              </Button>
            ),
          }}
          onOpen={({ id }) => list.open({ item: id })}
          rowVariant={({ status }) => (status === 'open' ? 'attention' : 'muted')}
          empty={
            <Notice
              icon={GitCompareArrows}
              title="No differences"
              text="What differs between the payment providers and our ledger will appear here. They are compared every night."
            />
          }
          noResults={<NoResults title="No differences found" />}
        />
      </PaymentsTabs>
      <ItemDrawer {...list.record('item')} onSettle={(item) => setSettling({ items: [item] })} />
      <SettleDialog open={settling} onClose={() => setSettling(null)} />
    </>
  );
}
