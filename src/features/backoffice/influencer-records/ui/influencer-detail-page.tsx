import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { StrikesPanel } from '#src/features/trust/strikes/ui/strikes-panel.tsx';
import { InfluencerTasks } from '#src/features/work/tasks/ui/influencer-tasks.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { InfluencerDetail } from '../influencer-records.schema.ts';
import { FilePanels } from './file/file-panels.tsx';
import { GoLiveChecklist } from './file/go-live-checklist.tsx';
import styles from './influencer-detail.module.css';
import { InfluencerFacts } from './influencer-facts.tsx';
import { InfluencerHead } from './influencer-head.tsx';
import { influencerQuery } from './record-queries.ts';
import { useInfluencerTitle } from './use-influencer-title.ts';

const route = getRouteApi('/_app/influencers/$id');
const FAILURE = 'Failed to fetch influencer data';

/** The detail page of an influencer. */
export function InfluencerDetailPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(influencerQuery(id));
  useInfluencerTitle('Influencer', data?.fullName);

  return (
    <div className={styles.page}>
      <BackLink to="/influencers">Influencers</BackLink>
      {data ? (
        <Profile influencer={data} />
      ) : data === null ? (
        <Notice
          heading="h1"
          title="Influencer not found"
          text="There’s no influencer at this address."
          isError
        >
          <Button
            variant="default"
            radius="xl"
            renderRoot={(props) => <Link to="/influencers" {...props} />}
          >
            Back to Influencers
          </Button>
        </Notice>
      ) : error ? (
        <ErrorNotice heading="h1" title={FAILURE} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const Profile = ({ influencer }: { influencer: InfluencerDetail }) => (
  <>
    <InfluencerHead influencer={influencer} />
    {influencer.isDraft && <GoLiveChecklist influencer={influencer} />}
    <StrikesPanel influencerId={influencer.id} />
    <FilePanels influencer={influencer} />
    <InfluencerTasks
      influencerId={influencer.id}
      open={influencer.openTasks}
      taskCount={influencer.taskCount}
    />
    <InfluencerFacts influencer={influencer} />
  </>
);

const Waiting = () => (
  <div role="status" aria-label="Loading influencer" className={styles.waiting}>
    <div className={styles.waitingHead}>
      <Skeleton circle height="6.5rem" />
      <Skeleton height="3rem" width="min(22rem, 60%)" />
    </div>
    <Skeleton height="5rem" />
    <Skeleton height="14rem" />
  </div>
);
