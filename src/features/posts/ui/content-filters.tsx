import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { STUDIO_STATES, type StudioFilter } from '../posts.schema.ts';
import styles from './content-filters.module.css';
import { postableInfluencersQuery } from './content-posts.ts';
import { PostFilters } from './post-filters.tsx';

type ContentFiltersProps = {
  filter: StudioFilter;
  onChange: (changed: Partial<StudioFilter>) => void;
};

const STATES = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'draft', label: 'Drafts' },
  { value: 'failed', label: 'Failed' },
];

const NO_FILTER = {
  search: undefined,
  influencerId: undefined,
  category: undefined,
  state: undefined,
};

/** State, search, influencer and category of the studio's posts. */
export function ContentFilters({ filter, onChange }: ContentFiltersProps) {
  const { data: influencers = [] } = useQuery(postableInfluencersQuery);
  return (
    <div className={styles.filters} role="search" aria-label="Posts">
      <div className={styles.states}>
        <SegmentedControl
          aria-label="State"
          radius="xl"
          data={STATES}
          value={filter.state ?? ''}
          onChange={(value) => onChange({ state: STUDIO_STATES.find((state) => state === value) })}
        />
      </div>
      <PostFilters
        filter={filter}
        influencers={influencers}
        hasMore={filter.state !== undefined}
        onChange={onChange}
        onClear={() => onChange(NO_FILTER)}
      />
    </div>
  );
}
