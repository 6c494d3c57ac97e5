import { Link } from '@tanstack/react-router';
import { feedSource } from './feed-queries.ts';
import styles from './feed-teasers.module.css';
import { PostGrid } from './post-grid.tsx';
import { usePosts } from './use-posts.ts';

const TEASERS = 8;

/** Locked posts below an empty feed. */
export function FeedTeasers() {
  const posts = usePosts(feedSource('public', {}));
  const [first] = posts.pages ?? [];
  if (!first || first.posts.length === 0) return null;
  const teasers = {
    ...posts,
    pages: [{ ...first, posts: first.posts.slice(0, TEASERS) }],
    hasNextPage: false,
    hasNewPosts: false,
  };
  return (
    <section className={styles.section} aria-labelledby="teasers">
      <h2 id="teasers">A peek behind the rope</h2>
      <p>
        Subscribe to unlock a post, or{' '}
        <Link to="/my-feed" search={{ tab: 'public' }}>
          browse the Public Feed
        </Link>
        .
      </p>
      <PostGrid posts={teasers} />
    </section>
  );
}
