import { useQuery } from '@tanstack/react-query';
import { ChartColumn, ExternalLink, Images, ListTodo } from 'lucide-react';
import { OwnAgreementCard } from '#src/features/trust/agreements/ui/own-agreement-card.tsx';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { StatCardsSkeleton } from '#src/ui/page/stat-card.tsx';
import { ownDashboardQuery } from './dashboard-queries.ts';
import styles from './dashboards.module.css';
import { InfluencerFigures } from './influencer-figures.tsx';
import { NextTasks } from './next-tasks.tsx';
import { QuickActions } from './quick-actions.tsx';
import { Tips } from './tips.tsx';

/** The dashboard of an influencer. */
export function InfluencerDashboard({ userId }: { userId: string }) {
  const query = useQuery(ownDashboardQuery);
  const { data } = query;
  return (
    <div className={styles.stack}>
      <OwnAgreementCard />
      {query.isPending && <StatCardsSkeleton />}
      {!data && query.isError && (
        <Panel title="Figures">
          <InlineError
            text="Failed to fetch your figures"
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      )}
      {data && <InfluencerFigures figures={data} />}
      <QuickActions
        actions={[
          {
            to: '/my-tasks',
            label: 'My tasks',
            description: 'See what’s on your list',
            icon: ListTodo,
          },
          {
            to: '/earnings',
            label: 'Earnings',
            description: 'See what you’ve earned',
            icon: ChartColumn,
          },
          {
            to: '/my-content',
            label: 'My content',
            description: data
              ? `${formatNumber(data.postsPublished)} published`
              : 'See what fans see',
            icon: Images,
          },
          // Without a public page there is nothing to link to.
          ...(data?.hasPublicPage
            ? [
                {
                  href: `/influencer/${userId}/public`,
                  label: 'My public page',
                  description: 'See it as a visitor',
                  icon: ExternalLink,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.pair}>
        <NextTasks query={query} />
        <Tips />
      </div>
    </div>
  );
}
