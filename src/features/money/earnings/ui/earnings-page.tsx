import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { EarningRange, Earnings } from '../earnings.schema.ts';
import { EarningsBreakdown } from './earnings-breakdown.tsx';
import { MoneyChart, SubscribersChart } from './earnings-charts.tsx';
import { listInsights } from './earnings-insights.ts';
import styles from './earnings-page.module.css';
import { PayoutSummary, RecentPayouts } from './earnings-payouts.tsx';
import { EarningsPlanPanels } from './earnings-plan.tsx';
import { earningsQuery, earningsSearchSchema } from './earnings-queries.ts';
import { EarningsStats } from './earnings-stats.tsx';
import { describePeriod } from './earnings-text.ts';
import { EarningsWaiting } from './earnings-waiting.tsx';
import { RangeSelect } from './range-select.tsx';

const FAILURE = 'Failed to fetch your earnings';
const route = getRouteApi('/_app/earnings');

/** What an influencer earns, how it is calculated, and when it is paid out. */
export function EarningsPage() {
  const { range = 'this-month' } = useCheckedSearch(route, earningsSearchSchema);
  const navigate = route.useNavigate();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(earningsQuery(range));
  const change = (to: EarningRange) =>
    void navigate({ search: { range: to }, replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Earnings"
        subtitle={<span role="status">{data ? describePeriod(data) : '…'}</span>}
      >
        <RangeSelect value={range} onChange={change} />
      </PageHead>
      {!data && error && (
        <ErrorNotice title={FAILURE} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <EarningsWaiting />}
      {data && (
        <div className={styles.stack} aria-busy={isPlaceholderData}>
          <Figures earnings={data} />
        </div>
      )}
    </>
  );
}

const Figures = ({ earnings }: { earnings: Earnings }) => (
  <>
    <EarningsStats earnings={earnings} />
    <Insights sentences={listInsights(earnings)} />
    <div className={styles.pair}>
      <MoneyChart series={earnings.series} />
      <EarningsBreakdown money={earnings.money} />
    </div>
    <SubscribersChart series={earnings.series} />
    <EarningsPlanPanels earnings={earnings} />
    <div className={styles.pair}>
      <PayoutSummary earnings={earnings} />
      <RecentPayouts payouts={earnings.recentPayouts} />
    </div>
  </>
);

function Insights({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Panel title="Insights">
      <ul className={styles.insights}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  );
}
