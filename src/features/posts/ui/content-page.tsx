import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Images, Plus, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { PageHead } from '#src/ui/page-head.tsx';
import { useLoadMore } from '#src/ui/use-load-more.ts';
import grid from '#src/ui/card-grid.module.css';
import { ContentCard, ContentCardSkeleton } from './content-card.tsx';
import styles from './content-page.module.css';
import { contentPostsQuery, useRenewPass } from './content-posts.ts';

/** Every post of the house, newest first. */
export function ContentPage() {
  const navigate = useNavigate();
  useHotkeys([['n', () => void navigate({ to: '/content/new' })]]);
  return (
    <>
      <PageHead title="Content" lead="Everything that has been published, newest first.">
        <NewPostButton />
      </PageHead>
      <Posts />
    </>
  );
}

const NewPostButton = () => (
  <Button
    renderRoot={(props) => <Link to="/content/new" {...props} />}
    leftSection={<Plus size={18} aria-hidden="true" />}
    radius="xl"
    title="New Post (N)"
    aria-keyshortcuts="n"
  >
    New Post
  </Button>
);

function Posts() {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(contentPostsQuery);
  const renewPass = useRenewPass();
  const more = useLoadMore<HTMLButtonElement>(pages);

  useEffect(() => {
    if (error) toast.error('Error', { description: 'Failed to fetch posts' });
  }, [error]);

  if (isPending) {
    return (
      <div className={grid.grid} role="status" aria-label="Loading posts">
        {Array.from({ length: 8 }, (_, index) => (
          <ContentCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (!data) return <Failed onRetry={() => void refetch()} />;
  const filled = data.pages.filter(({ posts }) => posts.length > 0);
  if (filled.length === 0) return <Empty />;
  return (
    <>
      <ul className={grid.grid} aria-label="Posts">
        {filled.flatMap(({ posts, pass }) =>
          posts.map((post) => (
            <li key={post.id} className={styles.cell}>
              <ContentCard post={post} pass={pass} renewPass={renewPass} />
            </li>
          )),
        )}
      </ul>
      {pages.hasNextPage && (
        <div className={styles.more}>
          <Button
            ref={more}
            variant="default"
            radius="xl"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const Empty = () => (
  <section className={styles.notice}>
    <Images size={40} strokeWidth={1.3} aria-hidden="true" />
    <h2>No Content Yet</h2>
    <p>The first post you publish will appear here, and in the feeds of its subscribers.</p>
    <NewPostButton />
  </section>
);

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <section className={styles.notice} role="alert">
    <h2>Failed to fetch posts</h2>
    <p>Check your connection, then try again.</p>
    <Button variant="default" radius="xl" leftSection={<RotateCcw size={16} />} onClick={onRetry}>
      Try again
    </Button>
  </section>
);
