import { useQuery } from '@tanstack/react-query';
import { FileUser, ListTodo, UsersRound } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { OpenMessages } from '#src/features/work/contact/ui/open-messages.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { StatCardsSkeleton } from '#src/ui/page/stat-card.tsx';
import { BackOfficeFigures } from './back-office-figures.tsx';
import { backOfficeDashboardQuery } from './dashboard-queries.ts';
import styles from './dashboards.module.css';
import { QuickActions } from './quick-actions.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { SystemStatusPanel } from './system-status-panel.tsx';
import { TaskStages } from './task-stages.tsx';
import { TrendsPanels } from './trends-panels.tsx';
import { WorkQueue } from './work-queue.tsx';

/** The dashboard of admins and staff. */
export function BackOfficeDashboard() {
  const isAdmin = useSession()?.role === 'admin';
  const figures = useQuery(backOfficeDashboardQuery);
  return (
    <div className={styles.stack}>
      {isAdmin && <SetupGuide />}
      <WorkQueue />
      <QuickActions
        actions={[
          {
            to: '/applications',
            label: 'Review applications',
            description: 'See who’s waiting for an answer',
            icon: FileUser,
          },
          {
            to: '/tasks',
            label: 'Manage tasks',
            description: 'Assign, review and close tasks',
            icon: ListTodo,
          },
          {
            to: '/influencers',
            label: 'Manage influencers',
            description: 'Profiles, pages and notes',
            icon: UsersRound,
          },
        ]}
      />
      {figures.isPending && <StatCardsSkeleton />}
      {!figures.data && figures.isError && (
        <Panel title="Figures">
          <InlineError
            text="Failed to fetch the figures"
            isBusy={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        </Panel>
      )}
      {figures.data && <BackOfficeFigures figures={figures.data} />}
      <div className={styles.pair}>
        <TrendsPanels />
      </div>
      <div className={styles.pair}>
        <TaskStages tasks={figures.data?.tasks} isPending={figures.isPending} />
        <SystemStatusPanel />
      </div>
      <OpenMessages />
    </div>
  );
}
