import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Recommendation } from '#src/features/content/posts/feed.schema.ts';
import { SubscribeAction } from '#src/features/money/subscriptions/ui/subscribe-action.tsx';
import { CATEGORIES } from '#src/lib/categories.ts';
import { formatCents } from '#src/lib/money.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { feedSource, recommendationsQuery } from './feed-queries.ts';
import styles from './feed-suggestions.module.css';
import { PostGrid } from './post-grid.tsx';
import { usePosts } from './use-posts.ts';

const TEASERS = 8;

/** Below an empty feed: influencers who suit the fan, and locked posts as teasers. */
export function FeedSuggestions() {
  return (
    <>
      <Recommendations />
      <Teasers />
    </>
  );
}

function Recommendations() {
  const { data: influencers = [] } = useQuery(recommendationsQuery);
  if (influencers.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recommendations">
      <h2 id="recommendations">Influencers you may like</h2>
      <p>
        Based on the categories you chose. <Link to="/my-account">Change them</Link>.
      </p>
      <ul className={styles.grid}>
        {influencers.map((influencer) => (
          <li key={influencer.id}>
            <RecommendationCard influencer={influencer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecommendationCard({ influencer }: { influencer: Recommendation }) {
  const { id, fullName, publicUrl, contentCategory, priceCents, image, subscribeState } =
    influencer;
  const category = CATEGORIES.find((known) => known === contentCategory);
  return (
    <article className={styles.card} aria-labelledby={`recommended-${id}`}>
      <a href={`/${publicUrl}`} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <PublicImage
          image={image}
          name={fullName}
          alt=""
          sizes="(max-width: 40rem) 30vw, 9rem"
          aspect={1}
        />
      </a>
      <div className={styles.text}>
        <h3 id={`recommended-${id}`}>
          <a href={`/${publicUrl}`}>{fullName}</a>
        </h3>
        {category && <CategoryBadge category={category} />}
        <p>{formatCents(priceCents)} / month</p>
        {subscribeState === 'available' && (
          <SubscribeAction state={subscribeState} influencer={influencer} />
        )}
      </div>
    </article>
  );
}

function Teasers() {
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
