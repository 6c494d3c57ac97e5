import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CloudOff, Newspaper, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FeedFilter, FeedScope } from '#src/features/content/posts/feed.schema.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import styles from './feed-posts.module.css';
import { feedCountsQuery, feedSource } from './feed-queries.ts';
import { FeedTeasers } from './feed-teasers.tsx';
import { PostGrid, PostGridSkeleton } from './post-grid.tsx';
import { usePosts } from './use-posts.ts';

type FeedPostsProps = {
  scope: FeedScope;
  filter: FeedFilter;
  /** A button beside the heading. */
  action: ReactNode;
  /** Influencers recommended to the fan, below an empty feed. */
  recommended: ReactNode;
  onClear: () => void;
};

/** The posts of a feed with their count, or a notice instead. */
export function FeedPosts({ scope, filter, action, ...empty }: FeedPostsProps) {
  const posts = usePosts(feedSource(scope, filter));
  const { data: counts } = useQuery(feedCountsQuery(scope, filter));

  if (posts.isPending) {
    return (
      <section className={styles.posts}>
        <div className={styles.head}>
          <h2>Posts</h2>
          {action}
        </div>
        <PostGridSkeleton />
      </section>
    );
  }
  if (!posts.pages) {
    return (
      <section className={styles.posts}>
        <Notice
          icon={CloudOff}
          title={scope === 'mine' ? 'Failed to load your feed' : 'Failed to load public feed.'}
          isError
        >
          <button type="button" className="button" onClick={() => void posts.refetch()}>
            Try Again
          </button>
        </Notice>
      </section>
    );
  }
  const shown = posts.pages.reduce((sum, page) => sum + page.posts.length, 0);
  const total = posts.hasNextPage ? counts?.total : shown;
  return (
    <section className={styles.posts}>
      <div className={styles.head}>
        <h2 aria-live="polite">{total === undefined ? 'Posts' : `Posts (${total})`}</h2>
        {action}
      </div>
      {shown === 0 && !posts.hasNewPosts ? (
        <NoPosts scope={scope} filter={filter} {...empty} />
      ) : (
        <PostGrid posts={posts} />
      )}
    </section>
  );
}

function NoPosts({ scope, filter, recommended, onClear }: Omit<FeedPostsProps, 'action'>) {
  const title =
    scope === 'public'
      ? 'No posts found. Check back later for new content!'
      : 'No posts found matching your filters';
  if (Object.values(filter).some(Boolean)) {
    return (
      <Notice
        icon={SearchX}
        title={title}
        text={filter.search ? 'Nothing matches your search.' : 'Nothing matches these filters.'}
      >
        <button type="button" className="button button-quiet" onClick={onClear}>
          Clear
        </button>
      </Notice>
    );
  }
  if (scope === 'public') return <Notice icon={SearchX} title={title} />;
  return (
    <>
      <Notice
        icon={Newspaper}
        title="No Content Yet"
        text="Posts from influencers you subscribe to will appear here."
      >
        <Link to="/marketplace" className="button">
          Browse Marketplace
        </Link>
      </Notice>
      {recommended}
      <FeedTeasers />
    </>
  );
}
