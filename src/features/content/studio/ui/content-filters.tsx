import { SegmentedControl, Select } from '@mantine/core';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { AI_USE_FILTERS, STUDIO_STATES } from '#src/features/content/posts/posts.schema.ts';
import { PostFilters } from '#src/features/content/posts/ui/post-filters.tsx';
import { DayFilter } from '#src/ui/forms/day-filter.tsx';
import { useChosenTabInView } from '#src/ui/page/use-chosen-tab-in-view.ts';
import styles from './content-filters.module.css';
import type { ContentSearch } from './content-posts.ts';
import { AI_USE_OPTIONS } from './editor/ai-use-select.tsx';
import { StudioSortSelect } from './studio-sort-select.tsx';

type ContentFiltersProps = {
  filter: ContentSearch;
  onChange: (changed: Partial<ContentSearch>) => void;
};

const STATES = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'in-review', label: 'In review' },
  { value: 'returned', label: 'Returned' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'draft', label: 'Drafts' },
  { value: 'failed', label: 'Failed' },
];

const AI_OPTIONS = [...AI_USE_OPTIONS, { value: 'unstated', label: 'Not stated' }];

const NO_FILTER = {
  search: undefined,
  influencerId: undefined,
  category: undefined,
  aiUse: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
};

/** State, search, influencer and category filters of the studio. */
export function ContentFilters({ filter, onChange }: ContentFiltersProps) {
  const states = useChosenTabInView(filter.state ?? '');
  return (
    <div className={styles.filters} role="search" aria-label="Posts">
      <div ref={states} className={styles.states}>
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
        hasMore={[filter.state, filter.aiUse, filter.from, filter.to].some(Boolean)}
        onChange={onChange}
        onClear={() => onChange(NO_FILTER)}
      />
      <Select
        aria-label="Use of AI"
        placeholder="Any Use of AI"
        size="sm"
        clearable
        clearButtonProps={{ 'aria-label': 'Any Use of AI' }}
        data={AI_OPTIONS}
        value={filter.aiUse ?? null}
        onChange={(value) => onChange({ aiUse: AI_USE_FILTERS.find((use) => use === value) })}
      />
      <DayFilter
        label="From"
        value={filter.from}
        max={filter.to}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label="To"
        value={filter.to}
        min={filter.from}
        onChange={(to) => onChange({ to })}
      />
      <StudioSortSelect sort={filter.sort} onChange={(sort) => onChange({ sort })} />
    </div>
  );
}
