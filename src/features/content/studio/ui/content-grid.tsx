import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StudioFilter, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import grid from '#src/ui/list-view/card-grid.module.css';
import { ContentCard, ContentCardSkeleton } from './content-card.tsx';
import styles from './content-page.module.css';
import { contentPostsQuery, refreshStudio } from './content-posts.ts';

type ContentGridProps = {
  filter: StudioFilter;
  /** Message when the posts cannot be loaded. */
  failure: string;
  cover: (post: StudioPost, label: string) => ReactNode;
  /** The checkbox that selects a post. */
  select?: (post: StudioPost) => ReactNode;
  actions?: (post: StudioPost) => ReactNode;
  empty: ReactNode;
};

/** The posts of the studio in 1 to 4 columns, updated as their files are processed. */
export function ContentGrid({ filter, failure, cover, select, actions, empty }: ContentGridProps) {
  const queryClient = useQueryClient();
  const { data, isPending, refetch, ...pages } = useInfiniteQuery(contentPostsQuery(filter));
  const renewMediaToken = useRenewStudioMediaToken();
  useLiveEvents('media', () => void refreshStudio(queryClient));

  if (isPending) {
    return (
      <div className={grid.grid} role="status" aria-label="Loading posts">
        {Array.from({ length: 8 }, (_, index) => (
          <ContentCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (!data) return <ErrorNotice title={failure} onRetry={() => void refetch()} />;
  const filled = data.pages.filter(({ posts }) => posts.length > 0);
  if (filled.length === 0) return empty;
  return (
    <>
      <ul className={grid.grid} aria-label="Posts">
        {filled.flatMap(({ posts, mediaToken }) =>
          posts.map((post) => (
            <li key={post.id} className={styles.cell}>
              <ContentCard
                post={post}
                mediaToken={mediaToken}
                renewMediaToken={renewMediaToken}
                cover={(label) => cover(post, label)}
                select={select?.(post)}
                actions={actions?.(post)}
              />
            </li>
          )),
        )}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}
