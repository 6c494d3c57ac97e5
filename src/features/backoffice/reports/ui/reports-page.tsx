import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import {
  MoneyChart,
  SubscribersChart,
  type EarningsSeries,
} from '#src/features/money/earnings/ui/earnings-charts.tsx';
import { describePeriod } from '#src/features/money/earnings/ui/earnings-text.ts';
import { EarningsWaiting } from '#src/features/money/earnings/ui/earnings-waiting.tsx';
import { RangeSelect } from '#src/features/money/earnings/ui/range-select.tsx';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { ReportQuery } from '../reports.schema.ts';
import { CohortRetention } from './cohort-retention.tsx';
import { DEFINITIONS } from './definitions.ts';
import { InfluencerComparison } from './influencer-comparison.tsx';
import { ProfitAndLoss } from './profit-and-loss.tsx';
import { RecurringRevenue } from './recurring-revenue.tsx';
import { ReportBreakdown } from './report-breakdown.tsx';
import { ReportStats } from './report-stats.tsx';
import styles from './reports-page.module.css';
import { reportFile, reportQuery, reportsSearchSchema } from './reports-queries.ts';

const route = getRouteApi('/_app/reports');

const SHOWN: EarningsSeries[] = [
  { name: 'platformCommissionCents', label: 'Commission', color: 'var(--gold)' },
  { name: 'grossCents', label: 'Paid by fans', color: 'var(--ink-soft)' },
];

/** What the agency earns, with whom, and how that changes. */
export function ReportsPage() {
  const {
    range = 'this-month',
    influencer,
    owner,
    sort,
    ...rest
  } = useCheckedSearch(route, reportsSearchSchema);
  const navigate = route.useNavigate();
  const change = (to: ReturnType<typeof route.useSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...to }),
      replace: true,
      resetScroll: false,
    });
  const query: ReportQuery = { range, influencer, owner, ...rest };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(reportQuery(query));
  return (
    <>
      <PageHead
        title="Reports"
        subtitle={<span role="status">{data ? describePeriod(data) : '…'}</span>}
      >
        <RangeSelect value={range} onChange={(to) => change({ range: to })} />
      </PageHead>
      <div className={styles.filters} role="group" aria-label="Filters">
        <InfluencerSelect
          label="Influencer"
          isLabelHidden
          placeholder="All influencers"
          clearable
          value={influencer ?? null}
          onChange={(id) => change({ influencer: id ?? undefined })}
        />
        <OwnerFilterSelect
          value={owner ?? null}
          onChange={(value) => change({ owner: value ?? undefined })}
        />
      </div>
      {!data && error && (
        <ErrorNotice
          title="Failed to fetch the reports"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <EarningsWaiting />}
      {data && (
        <div className={styles.stack} aria-busy={isPlaceholderData}>
          <ReportStats report={data} />
          <div className={styles.stack}>
            <MoneyChart
              series={data.series}
              shown={SHOWN}
              aside={
                <DownloadButton href={reportFile('periods', query)} size="sm">
                  Export CSV
                </DownloadButton>
              }
            />
            <ReportBreakdown money={data.money} />
          </div>
          <ProfitAndLoss query={query} />
          <SubscribersChart series={data.series} />
          <RecurringRevenue query={query} />
          <CohortRetention query={{ influencer, owner }} />
          <InfluencerComparison
            query={query}
            sort={sort ?? 'platformCommissionCents'}
            onSort={(by) => change({ sort: by })}
          />
          <Definitions />
        </div>
      )}
    </>
  );
}

const Definitions = () => (
  <details className={styles.definitions}>
    <summary>How the figures are defined</summary>
    <dl>
      {Object.entries(DEFINITIONS).map(([name, meaning]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>Days and months are in UTC. All amounts come from the ledger, to the cent.</p>
  </details>
);
