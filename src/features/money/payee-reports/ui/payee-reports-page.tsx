import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { TaxesTabs } from '#src/features/money/invoices/ui/taxes-tabs.tsx';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PeriodBar } from '#src/ui/page/period-bar.tsx';
import { GROUP_LABELS } from '../payee-reports.schema.ts';
import { PAYEE_REPORTS_COLUMNS } from './payee-reports-columns.tsx';
import { payeeReportsList, payeeReportsQuery, thisYear } from './payee-reports-queries.ts';
import { ReportCards } from './report-cards.tsx';

const route = getRouteApi('/_app/payee-reports');
const GROUPS = optionsOf(GROUP_LABELS);

/** Reports about payees to tax authorities, by year of payment. */
export function PayeeReportsPage() {
  const list = useList(payeeReportsList, route);
  const { year = thisYear() } = list.search;
  const { data } = useQuery(payeeReportsQuery(year));
  const group = list.field('group');
  return (
    <>
      <PageHead
        title="Invoices & Taxes"
        subtitle="What influencers were paid in a year, for tax offices. Days are UTC, amounts US dollars."
      />
      <TaxesTabs value="/payee-reports">
        <PeriodBar
          label="Year"
          periods={[thisYear(), ...(data?.years ?? []).map(String)]}
          format={(period) => period}
          value={year}
          onChange={(value) => list.field('year').onChange(value)}
        >
          <DownloadButton href={`/api/payee-reports/payees.csv?year=${year}`}>
            Export All Payees
          </DownloadButton>
        </PeriodBar>
        <ReportCards year={year} onMissing={() => group.onChange('missing')} />
        <ListView
          list={list}
          label="Payees"
          itemLabels={['payee', 'payees']}
          columns={PAYEE_REPORTS_COLUMNS}
          failure="Failed to fetch payees"
          searchLabel="Search name or email"
          filters={
            <FilterSelect
              label="Group"
              placeholder="All Payees"
              clearLabel="Show all payees"
              options={GROUPS}
              {...group}
            />
          }
          empty={
            <Notice
              icon={Landmark}
              title={`Nobody was paid in ${year}`}
              text="Payouts that are marked as paid are summed here by year, without those that the bank returned."
            />
          }
          noResults={<NoResults title="No payees found" />}
        />
      </TaxesTabs>
    </>
  );
}
