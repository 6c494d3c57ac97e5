import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageImagesQuery } from '#src/features/content/page-images/ui/page-images-queries.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { InfluencerRecord } from '../../edit-influencer.schema.ts';
import { useInfluencerTitle } from '../use-influencer-title.ts';
import { EditInfluencerForm } from './edit-influencer-form.tsx';
import styles from './edit-influencer-page.module.css';
import { influencerRecordQuery } from './edit-influencer-query.ts';

const route = getRouteApi('/_app/influencers/edit/$id');
const FAILURE = 'Failed to fetch influencer data';

/** The back office's edit screen of an influencer: profile, public page, payouts and notes. */
export function EditInfluencerPage() {
  const { id } = route.useParams();
  return <OpenedInfluencer key={id} id={id} />;
}

/** The record as of opening the screen, so that refetches do not change the form. */
function useOpenedRecord(id: string) {
  const query = useQuery({
    ...influencerRecordQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [opened, setOpened] = useState<InfluencerRecord | null>(null);
  if (!opened && query.isFetchedAfterMount && query.data) setOpened(query.data);
  return { ...query, opened };
}

function OpenedInfluencer({ id }: { id: string }) {
  const { opened, data, error: failure, refetch } = useOpenedRecord(id);
  useInfluencerTitle('Edit Influencer', data?.fullName);
  const pictures = useQuery(pageImagesQuery(id));
  const error = opened && pictures.data ? null : (failure ?? pictures.error);

  if (opened && pictures.data) return <EditInfluencerForm opened={opened} {...pictures.data} />;
  if (!error) return <Waiting />;
  const isUnknown = error instanceof ApiError && error.problem.status < 500;
  if (isUnknown) return <NotFound />;
  const retry = () => Promise.all([refetch(), pictures.refetch()]);
  return <ErrorNotice heading="h1" title={FAILURE} onRetry={() => void retry()} />;
}

const NotFound = () => (
  <Notice
    heading="h1"
    title="Influencer not found"
    text="There’s no influencer at this address that you can edit."
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
);

const Waiting = () => (
  <div role="status" aria-label="Loading influencer" className={styles.waiting}>
    <Skeleton height="3rem" width="min(22rem, 80%)" />
    <Skeleton height="2.6rem" width="min(30rem, 100%)" />
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} height="11rem" />
    ))}
  </div>
);
