import { SegmentedControl } from '@mantine/core';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { STUDIO_STATES, type StudioFilter } from '#src/features/content/posts/posts.schema.ts';
import { PostFilters } from '#src/features/content/posts/ui/post-filters.tsx';
import styles from './content-filters.module.css';
import { StudioSortSelect } from './studio-sort-select.tsx';

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

/** State, search, influencer and category filters of the studio. */
export function ContentFilters({ filter, onChange }: ContentFiltersProps) {
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
        influencerField={
          <InfluencerSelect
            label="Influencer"
            isLabelHidden
            placeholder="All Influencers"
            size="sm"
            clearable
            value={filter.influencerId ?? null}
            onChange={(id) => onChange({ influencerId: id ?? undefined })}
          />
        }
        hasMore={filter.state !== undefined}
        onChange={onChange}
        onClear={() => onChange(NO_FILTER)}
      />
      <StudioSortSelect sort={filter.sort} onChange={(sort) => onChange({ sort })} />
    </div>
  );
}
