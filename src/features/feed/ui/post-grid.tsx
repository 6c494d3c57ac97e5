import { ArrowUp } from 'lucide-react';
import { memo } from 'react';
import type { PostPage } from '#src/features/posts/posts.schema.ts';
import { PostCard, PostCardSkeleton } from '#src/features/posts/ui/post-card.tsx';
import { useLoadMore } from '#src/ui/use-load-more.ts';
import grid from '#src/ui/card-grid.module.css';
import styles from './post-grid.module.css';
import type { usePosts } from './use-posts.ts';

const SKELETONS = 8;

type Posts = ReturnType<typeof usePosts>;
type PostGridProps = { posts: Posts; onOpen?: (postId: string) => void };

/** The loaded posts in 1 to 4 columns; further pages load well before their place is reached. */
export function PostGrid({ posts, onOpen }: PostGridProps) {
  const { pages = [], isFetchingNextPage, isFetchNextPageError, fetchNextPage } = posts;
  const ref = useLoadMore<HTMLDivElement>(posts);

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
            renewPass={posts.renewPass}
            onOpen={onOpen}
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
export const PostGridSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading posts
    </p>
    <ul className={grid.grid}>
      <Skeletons />
    </ul>
  </div>
);

const Skeletons = () =>
  Array.from({ length: SKELETONS }, (_, index) => (
    <li key={index} aria-hidden="true">
      <PostCardSkeleton />
    </li>
  ));

type GridPageProps = Pick<PostGridProps, 'onOpen'> & {
  page: PostPage;
  renewPass: Posts['renewPass'];
};

const GridPage = memo(function GridPage({ page, renewPass, onOpen }: GridPageProps) {
  return page.posts.map((post) => (
    <li key={post.id}>
      <PostCard post={post} pass={page.pass} renewPass={renewPass} onOpen={onOpen} />
    </li>
  ));
});
