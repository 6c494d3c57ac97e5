import { useIntersection } from '@mantine/hooks';
import { ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { PostPage } from '#src/features/content/posts/posts.schema.ts';
import { PostCard, PostCardSkeleton } from '#src/features/content/posts/ui/post-card.tsx';
import { useLoadMore } from '#src/ui/list-view/use-load-more.ts';
import grid from '#src/ui/list-view/card-grid.module.css';
import styles from './post-grid.module.css';
import type { usePosts } from './use-posts.ts';
import { useReportShownPost, useReportViews } from './use-report-views.ts';

const SKELETONS = 8;
const VIEWED_SHARE = 0.5;

type Posts = ReturnType<typeof usePosts>;
type PostGridProps = { posts: Posts; onOpen?: (postId: string) => void };

/** The loaded posts in 1 to 4 columns; further pages load before the end is reached. */
export function PostGrid({ posts, onOpen }: PostGridProps) {
  const { pages = [], isFetchingNextPage, isFetchNextPageError, fetchNextPage } = posts;
  const ref = useLoadMore<HTMLDivElement>(posts);
  const onViewed = useReportViews();

  return (
    <>
      {posts.hasNewPosts && (
        <button
          type="button"
          className={styles.newPosts}
          onClick={() => {
            posts.showNewest();
            window.scrollTo({ top: 0 });
          }}
        >
          <ArrowUp size={17} aria-hidden="true" /> New posts
        </button>
      )}
      <ul className={grid.grid}>
        {pages.map((page, index) => (
          <GridPage
            key={page.posts[0]?.id ?? index}
            page={page}
            renewMediaToken={posts.renewMediaToken}
            onOpen={onOpen}
            onViewed={onViewed}
          />
        ))}
        {isFetchingNextPage && <Skeletons />}
      </ul>
      {isFetchNextPageError && (
        <p className={styles.more} role="alert">
          Failed to load more posts
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void fetchNextPage()}
          >
            Try again
          </button>
        </p>
      )}
      <div ref={ref} aria-hidden="true" />
    </>
  );
}

/** The grid while its first page loads. */
export function PostGridSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading posts
      </p>
      <ul className={grid.grid}>
        <Skeletons />
      </ul>
    </div>
  );
}

const Skeletons = () =>
  Array.from({ length: SKELETONS }, (_, index) => (
    <li key={index} aria-hidden="true">
      <PostCardSkeleton />
    </li>
  ));

type GridPageProps = Pick<PostGridProps, 'onOpen'> & {
  page: PostPage;
  renewMediaToken: Posts['renewMediaToken'];
  onViewed: (postId: string) => void;
};

const GridPage = memo(function GridPage({
  page,
  renewMediaToken,
  onOpen,
  onViewed,
}: GridPageProps) {
  return page.posts.map((post) => (
    <Cell key={post.id} postId={post.locked ? null : post.id} onViewed={onViewed}>
      <PostCard
        post={post}
        mediaToken={page.mediaToken}
        renewMediaToken={renewMediaToken}
        onOpen={onOpen}
      />
    </Cell>
  ));
});

type CellProps = Pick<GridPageProps, 'onViewed'> & { postId: string | null; children: ReactNode };

/** A cell of the grid. A post is shown while half of it is on the screen. */
function Cell({ postId, onViewed, children }: CellProps) {
  const { ref, entry } = useIntersection({ threshold: VIEWED_SHARE });
  useReportShownPost(entry?.isIntersecting ? postId : null, onViewed);
  return <li ref={ref}>{children}</li>;
}
