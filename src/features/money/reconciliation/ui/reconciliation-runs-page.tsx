import { getRouteApi } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { RUN_STATUS_LABELS } from '../reconciliation.rules.ts';
import { ReconcileButton } from './reconcile-button.tsx';
import { RUN_COLUMNS } from './reconciliation-columns.tsx';
import { reconciliationRunsList } from './reconciliation-queries.ts';

const route = getRouteApi('/_app/reconciliation/runs');

const STATUSES = optionsOf(RUN_STATUS_LABELS);

/** All comparisons with the payment providers. */
export function ReconciliationRunsPage() {
  const list = useList(reconciliationRunsList, route);
  return (
    <>
      <BackLink to="/reconciliation">Reconciliation</BackLink>
      <PageHead
        title="Comparisons"
        subtitle="Every comparison with a payment provider, and what it found."
      >
        <ReconcileButton />
      </PageHead>
      <ListView
        list={list}
        label="Comparisons"
        itemLabels={['comparison', 'comparisons']}
        columns={RUN_COLUMNS}
        failure="Failed to fetch the comparisons"
        searchLabel="Search provider or error"
        filters={
          <FilterSelect
            label="State"
            placeholder="All States"
            clearLabel="Show all states"
            options={STATUSES}
            {...list.field('status')}
          />
        }
        rowVariant={({ status }) => (status === 'failed' ? 'attention' : undefined)}
        empty={
          <Notice
            icon={History}
            title="No comparisons yet"
            text="The first one takes place tonight."
          />
        }
        noResults={<NoResults title="No comparisons found" />}
      />
    </>
  );
}
