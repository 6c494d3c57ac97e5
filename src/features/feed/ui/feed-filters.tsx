import { useQuery } from '@tanstack/react-query';
import { PostFilters } from '#src/features/posts/ui/post-filters.tsx';
import type { FeedFilter, FeedScope } from '../feed.schema.ts';
import styles from './feed-filters.module.css';
import { feedInfluencersQuery } from './feed-queries.ts';

type FeedFiltersProps = {
  scope: FeedScope;
  filter: FeedFilter;
  onChange: (changed: Partial<FeedFilter>) => void;
};

const NO_FILTER = { search: undefined, influencerId: undefined, category: undefined };

/** Search, influencer and category of a feed. */
export function FeedFilters({ scope, filter, onChange }: FeedFiltersProps) {
  const { data } = useQuery(feedInfluencersQuery(scope));
  return (
    <div className={styles.filters} role="search" aria-label="Posts">
      <PostFilters
        filter={filter}
        influencers={data?.influencers ?? []}
        size="md"
        onChange={onChange}
        onClear={() => onChange(NO_FILTER)}
      />
    </div>
  );
}
