import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { toast } from 'sonner';
import { InfluencerTasks } from '#src/features/tasks/ui/influencer-tasks.tsx';
import type { InfluencerDetail } from '../office.schema.ts';
import styles from './influencer-detail.module.css';
import { InfluencerFacts } from './influencer-facts.tsx';
import { InfluencerHead } from './influencer-head.tsx';
import { influencerQuery } from './influencer-queries.ts';

const route = getRouteApi('/_app/influencers/$id');
const FAILURE = 'Failed to fetch influencer data';

/** One influencer: who they are, what hangs on them, and their tasks. */
export function InfluencerDetailPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(influencerQuery(id));

  useEffect(() => {
    if (error) toast.error('Error', { description: FAILURE });
  }, [error]);

  return (
    <div className={styles.page}>
      <Link to="/influencers" className={styles.back}>
        <ArrowLeft size={16} aria-hidden="true" /> Influencers
      </Link>
      {data ? (
        <Profile influencer={data} />
      ) : data === null ? (
        <Notice title="Influencer not found" text="There is nobody at this address.">
          <Button
            variant="default"
            radius="xl"
            renderRoot={(props) => <Link to="/influencers" {...props} />}
          >
            Back to the influencers
          </Button>
        </Notice>
      ) : error ? (
        <Notice title={FAILURE} text="Check your connection, then try again.">
          <Button
            variant="default"
            radius="xl"
            leftSection={<RotateCcw size={16} aria-hidden="true" />}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </Notice>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const Profile = ({ influencer }: { influencer: InfluencerDetail }) => (
  <>
    <InfluencerHead influencer={influencer} />
    <InfluencerFacts influencer={influencer} />
    <InfluencerTasks influencerId={influencer.id} />
  </>
);

type NoticeProps = { title: string; text: string; children: ReactNode };

const Notice = ({ title, text, children }: NoticeProps) => (
  <section className={styles.notice} role="alert">
    <h1>{title}</h1>
    <p>{text}</p>
    {children}
  </section>
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
