import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheckBig, ShieldAlert, Timer } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { publicationRuleQuery } from '#src/features/content/studio/ui/publication-rule-query.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useNeighbours } from '#src/ui/records/use-neighbours.ts';
import { formatMinutes } from '../reviews.rules.ts';
import type { ReviewRow } from '../reviews.schema.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { REVIEWS_COLUMNS } from './reviews-columns.tsx';
import { refreshReviews, reviewCountsQuery, reviewQuery, reviewsList } from './reviews-queries.ts';
import styles from './reviews.module.css';

const route = getRouteApi('/_app/reviews');

const TABS = optionsOf({ open: 'To review', returned: 'Returned', approved: 'Approved' });

/** The scheduled posts that need a review before they are published. */
export function ReviewsPage() {
  const list = useList(reviewsList, route);
  const queryClient = useQueryClient();
  const isAdmin = useSession()?.role === 'admin';
  useLiveEvents('media', () => void refreshReviews(queryClient));
  const { search, change, changeFilter } = list;
  const neighbours = useNeighbours(list.query.data?.rows, search.post, {
    onTurn: (post) => change({ post }),
    queryOf: reviewQuery,
  });
  const { data: counts } = useQuery(reviewCountsQuery);
  const tab = search.state ?? 'open';
  return (
    <>
      <PageHead title="Reviews" subtitle={<Figures />}>
        {isAdmin && (
          <Button
            component={Link}
            to="/reviews/times"
            variant="default"
            radius="xl"
            leftSection={<Timer size={16} aria-hidden="true" />}
          >
            Time to Review
          </Button>
        )}
      </PageHead>
      <RuleNotice />
      <ListTabs
        tabs={TABS}
        counts={counts}
        value={tab === 'all' ? null : tab}
        onChange={(state) => changeFilter({ state: state ?? 'all' })}
      />
      <ListView
        list={list}
        label="Reviews"
        itemLabels={['post', 'posts']}
        columns={REVIEWS_COLUMNS}
        failure="Failed to fetch the posts to review"
        searchLabel="Search caption or influencer"
        filters={
          <InfluencerSelect
            label="Influencer"
            isLabelHidden
            placeholder="All Influencers"
            size="sm"
            clearable
            value={search.influencerId ?? null}
            onChange={(id) => changeFilter({ influencerId: id ?? undefined })}
          />
        }
        onOpen={({ id }) => list.open({ post: id })}
        rowVariant={rowVariantOf}
        empty={
          <Notice
            icon={CircleCheckBig}
            title={tab === 'open' ? 'Nothing to review' : 'No posts'}
            text="Posts appear here once they’re scheduled, until they’re published."
          />
        }
        noResults={<NoResults title="No posts found" />}
      />
      <ReviewDialog
        id={search.post}
        {...neighbours}
        onClose={() => list.close({ post: undefined })}
      />
    </>
  );
}

// A post whose time has passed waits only for its review.
const rowVariantOf = ({ publishAt, state }: ReviewRow) =>
  Date.parse(publishAt) < Date.now() && (state === 'waiting' || state === 'second-review')
    ? 'attention'
    : undefined;

/** How many posts wait, and how long decisions take. */
function Figures() {
  const { data } = useQuery(reviewCountsQuery);
  if (!data) return <>Posts are approved here before they’re published.</>;
  const waiting =
    data.open === 0 ? 'Nothing is waiting.' : `${formatCount(data.open)} waiting for a review.`;
  const time =
    data.medianMinutes === null
      ? ''
      : ` Half of the decisions in the last 30 days took less than ${formatMinutes(data.medianMinutes)}.`;
  return (
    <span role="status">
      {waiting}
      {time}
    </span>
  );
}

/** Says that posts are published without a review, if that is so. */
function RuleNotice() {
  const { data } = useQuery(publicationRuleQuery);
  if (data?.requiresReviews && data.sampledPercent !== null) {
    return (
      <p className={styles.rule}>
        <ShieldAlert size={18} aria-hidden="true" />
        <span>
          Of trusted influencers, {data.sampledPercent}% of the posts are reviewed, because of the
          setting <code>REVIEW_SAMPLE</code>. Posts with flags or with AI always are.
        </span>
      </p>
    );
  }
  if (!data || data.requiresReviews) return null;
  return (
    <p className={styles.rule}>
      <ShieldAlert size={18} aria-hidden="true" />
      <span>
        Posts are published at their time without an approval, because the setting{' '}
        <code>REQUIRE_REVIEW</code> is off. A post that you reject or return isn’t published.
      </span>
    </p>
  );
}
