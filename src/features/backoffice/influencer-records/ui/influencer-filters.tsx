import { Select } from '@mantine/core';
import { CATEGORIES } from '#src/lib/categories.ts';
import { INFLUENCER_STATUSES } from '../office.schema.ts';
import type { InfluencersSearch } from './influencers-search.ts';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
];

type InfluencerFiltersProps = {
  search: InfluencersSearch;
  onChange: (change: Partial<InfluencersSearch>) => void;
};

/** Category and status of the list. */
export const InfluencerFilters = ({ search, onChange }: InfluencerFiltersProps) => (
  <>
    <Select
      aria-label="Category"
      placeholder="All Categories"
      data={CATEGORIES}
      value={search.category ?? null}
      onChange={(value) => onChange({ category: CATEGORIES.find((each) => each === value) })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All Categories' }}
      nothingFoundMessage="No such category"
    />
    <Select
      aria-label="Status"
      placeholder="All Statuses"
      data={STATUSES}
      value={search.status ?? null}
      onChange={(value) => onChange({ status: INFLUENCER_STATUSES.find((each) => each === value) })}
      clearable
      clearButtonProps={{ 'aria-label': 'All Statuses' }}
    />
  </>
);
