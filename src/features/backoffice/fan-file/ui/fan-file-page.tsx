import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useNoteForm } from '#src/features/backoffice/influencer-records/ui/edit/edit-notes-form.tsx';
import { EditNotes } from '#src/features/backoffice/influencer-records/ui/edit/edit-notes.tsx';
import { useInfluencerTitle } from '#src/features/backoffice/influencer-records/ui/use-influencer-title.ts';
import { TAGGED_PEOPLE } from '#src/features/backoffice/users/ui/users-queries.ts';
import { RecordTags } from '#src/features/identity/tags/ui/record-tags.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { Fan } from '../fan-file.schema.ts';
import { FanAge } from './fan-age.tsx';
import { FanFacts } from './fan-facts.tsx';
import { FanFigures } from './fan-figures.tsx';
import styles from './fan-file-page.module.css';
import { FanHead } from './fan-head.tsx';
import { FanPurchaseBlock } from './fan-purchase-block.tsx';
import { fanQuery, timelineKey } from './fan-queries.ts';
import { FanSubscriptions } from './fan-subscriptions.tsx';
import { FanTimeline } from './fan-timeline.tsx';

const route = getRouteApi('/_app/fans/$id');

/** Everything that the back office knows about a fan. */
export function FanFilePage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(fanQuery(id));
  useInfluencerTitle('Fan', data?.fullName);
  return (
    <div className={styles.page}>
      <BackLink to="/users" search={{ role: 'subscriber' }}>
        Users
      </BackLink>
      {data ? (
        <FanFile key={id} fan={data} />
      ) : data === null ? (
        <Notice
          heading="h1"
          title="Fan not found"
          text="There’s no fan at this address, or you don’t have access to them."
          isError
        >
          <Button
            variant="default"
            radius="xl"
            renderRoot={(props) => <Link to="/users" {...props} />}
          >
            Back to Users
          </Button>
        </Notice>
      ) : error ? (
        <ErrorNotice heading="h1" title="Failed to fetch the fan" onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function FanFile({ fan }: { fan: Fan }) {
  const { id } = fan;
  const queryClient = useQueryClient();
  const person = { kind: 'fans', id } as const;
  const refreshTimeline = () => void queryClient.invalidateQueries({ queryKey: timelineKey(id) });
  const note = useNoteForm(person, refreshTimeline);
  return (
    <>
      <FanHead fan={fan} />
      <FanFigures figures={fan.figures} />
      <div className={styles.columns}>
        <FanTimeline fanId={id} />
        <div className={styles.side}>
          <RecordTags id={id} tags={fan.tags} tagged={TAGGED_PEOPLE} />
          <FanFacts fan={fan} />
          <FanAge fanId={id} />
          <FanPurchaseBlock fanId={id} />
          <FanSubscriptions fanId={id} />
          <EditNotes person={person} draft={note} onChanged={refreshTimeline} />
        </div>
      </div>
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading fan" className={styles.page}>
    <Skeleton height="3.5rem" width="min(26rem, 80%)" />
    <Skeleton height="7rem" />
    <Skeleton height="24rem" />
  </div>
);
