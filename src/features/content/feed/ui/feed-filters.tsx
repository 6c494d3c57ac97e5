import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { FeedFilter, FeedScope } from '#src/features/content/posts/feed.schema.ts';
import { PostFilters } from '#src/features/content/posts/ui/post-filters.tsx';
import styles from './feed-filters.module.css';
import { feedInfluencersQuery } from './feed-queries.ts';

type FeedFiltersProps = {
  scope: FeedScope;
  filter: FeedFilter;
  onChange: (changed: Partial<FeedFilter>) => void;
  onClear: () => void;
};

/** Search, influencer and category of a feed. */
export function FeedFilters({ scope, filter, onChange, onClear }: FeedFiltersProps) {
  const { data } = useQuery(feedInfluencersQuery(scope));
  const influencers = data?.influencers ?? [];
  const [isOpen, setOpen] = useState(Boolean(filter.influencerId ?? filter.category));
  return (
    <div
      className={styles.filters}
      role="search"
      aria-label="Posts"
      data-open={isOpen || undefined}
    >
      <PostFilters
        filter={filter}
        influencerField={
          <>
            <button
              type="button"
              className={`button button-quiet button-small ${styles.toggle}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <SlidersHorizontal size={17} aria-hidden="true" />
              Filters
            </button>
            <Select
              aria-label="Influencer"
              placeholder="All Influencers"
              data={influencers.map(({ id, fullName }) => ({
                value: id,
                label: fullName || 'Unknown',
              }))}
              value={filter.influencerId ?? null}
              onChange={(value) => onChange({ influencerId: value ?? undefined })}
              size="md"
              searchable
              clearable
              limit={100}
              clearButtonProps={{ 'aria-label': 'All Influencers' }}
              nothingFoundMessage="No influencers found"
            />
          </>
        }
        size="md"
        onChange={onChange}
        onClear={onClear}
      />
    </div>
  );
}
