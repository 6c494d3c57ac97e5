import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CloudOff, Images, LockKeyhole, SearchX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useMarkRead } from '#src/features/content/notifications/ui/use-mark-read.ts';
import { useIsViewingAsFan } from '#src/features/identity/auth/ui/session.ts';
import { useCheckoutReturn } from '#src/features/money/subscriptions/ui/use-checkout-return.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { whenShown } from '#src/ui/elements/when-free.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { Notice } from '#src/ui/page/notice.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { ConfirmingPayment } from './confirming-payment.tsx';
import { influencerHeaderQuery, influencerSource } from './feed-queries.ts';
import { influencerPostsSearchSchema } from './feed-search.ts';
import { InfluencerHeader, InfluencerHeaderSkeleton } from './influencer-header.tsx';
import styles from './influencer-posts-page.module.css';
import { OpenedPost } from './opened-post.tsx';
import { PostGrid, PostGridSkeleton } from './post-grid.tsx';
import { usePosts } from './use-posts.ts';

const route = getRouteApi('/_app/subscriptions/$influencerId');

export function InfluencerPostsPage() {
  const { influencerId } = route.useParams();
  const navigate = route.useNavigate();
  const [welcomeTo, setWelcomeTo] = useState<string>();
  const isConfirming = useCheckoutReturn(
    useCheckedSearch(route, influencerPostsSearchSchema),
    () => {
      setWelcomeTo(influencerId);
      void navigate({ search: {}, replace: true });
    },
  );
  return (
    <>
      <BackLink to="/my-subscriptions" className={styles.back}>
        Back
      </BackLink>
      {isConfirming ? (
        <ConfirmingPayment />
      ) : (
        <InfluencerPosts
          key={influencerId}
          influencerId={influencerId}
          isWelcome={welcomeTo === influencerId}
        />
      )}
    </>
  );
}

type InfluencerPostsProps = {
  influencerId: string;
  /** Whether the fan has subscribed just now. */
  isWelcome: boolean;
};

function InfluencerPosts({ influencerId, isWelcome }: InfluencerPostsProps) {
  const header = useQuery(influencerHeaderQuery(influencerId));
  const posts = usePosts(influencerSource(influencerId));
  const { mutate: markRead } = useMarkRead();
  const isViewingAsFan = useIsViewingAsFan();
  const error = header.error ?? posts.error;

  // Only after loading: posts that were not shown stay unread.
  useEffect(() => {
    if (posts.isSuccess && !isViewingAsFan) markRead(influencerId);
  }, [posts.isSuccess, isViewingAsFan, markRead, influencerId]);

  if (error instanceof ApiError && error.problem.code === 'subscription-required') {
    return <SubscriptionRequired />;
  }
  if (error instanceof ApiError && [400, 404].includes(error.problem.status)) return <Missing />;
  if (error && !(header.data && posts.pages)) {
    return (
      <Notice icon={CloudOff} heading="h1" title="Failed to load content" isError>
        <button
          type="button"
          className="button"
          onClick={() => void Promise.all([header.refetch(), posts.refetch()])}
        >
          Try Again
        </button>
      </Notice>
    );
  }
  return (
    <>
      {isWelcome && <Welcome />}
      {header.data ? <InfluencerHeader influencer={header.data} /> : <InfluencerHeaderSkeleton />}
      <h2 className={styles.heading}>
        {header.data ? `Latest Posts (${header.data.postCount})` : 'Latest Posts'}
      </h2>
      <LatestPosts posts={posts} />
    </>
  );
}

function LatestPosts({ posts }: { posts: ReturnType<typeof usePosts> }) {
  const navigate = route.useNavigate();
  // The same for every opened post, because the cards would be drawn again with another.
  const open = useCallback(
    async (post: string) => {
      // The new address draws the whole page; before, the card shows that it was pressed.
      await whenShown();
      await navigate({ search: { post }, resetScroll: false });
    },
    [navigate],
  );
  if (!posts.pages) return <PostGridSkeleton />;
  if (!posts.pages[0]?.posts.length && !posts.hasNewPosts) {
    return <Notice icon={Images} title="No posts yet. Check back soon for new content!" />;
  }
  return (
    <>
      <PostGrid posts={posts} onOpen={open} />
      <OpenedPost posts={posts} />
    </>
  );
}

const Welcome = () => (
  <div className={styles.welcome} role="status">
    <strong>You’re in. Enjoy.</strong>
    <p>
      Every post below is unlocked. New ones will show up in <Link to="/my-feed">My Feed</Link>.
    </p>
  </div>
);

// No retry button: a retry cannot help.
const Missing = () => (
  <Notice
    icon={SearchX}
    heading="h1"
    title="Influencer not found"
    text="There’s no page at this address."
  >
    <Link to="/marketplace" className="button">
      Browse Marketplace
    </Link>
  </Notice>
);

const SubscriptionRequired = () => (
  <Notice
    icon={LockKeyhole}
    heading="h1"
    title="Subscription Required"
    text="You need an active subscription to view this content"
  >
    <Link to="/marketplace" className="button">
      Browse Plans
    </Link>
    <Link to="/my-subscriptions" className="button button-quiet">
      My Subscriptions
    </Link>
  </Notice>
);
