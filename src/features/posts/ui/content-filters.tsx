import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CATEGORIES } from '#src/lib/categories.ts';
import { STUDIO_STATES, type StudioFilter } from '../posts.schema.ts';
import styles from './content-filters.module.css';
import { postableInfluencersQuery } from './content-posts.ts';

type ContentFiltersProps = {
  filter: StudioFilter;
  onChange: (changed: Partial<StudioFilter>) => void;
};

/** Milliseconds of no typing after which the search is made. */
const TYPING_PAUSE = 300;

const STATES = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'draft', label: 'Drafts' },
  { value: 'failed', label: 'Failed' },
];

/** State, search, influencer and category of the studio's posts. */
export function ContentFilters({ filter, onChange }: ContentFiltersProps) {
  const { data: influencers = [] } = useQuery(postableInfluencersQuery);
  const [typed, setTyped] = useState(filter.search ?? '');
  const sent = useRef(filter.search ?? '');
  const search = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onChange({ search: sent.current || undefined });
  }, TYPING_PAUSE);

  // The address may change by itself (the browser's Back button): then the field follows.
  useEffect(() => {
    const now = filter.search ?? '';
    if (now === sent.current) return;
    sent.current = now;
    setTyped(now);
  }, [filter.search]);

  function clear() {
    search.cancel();
    sent.current = '';
    setTyped('');
    onChange({
      search: undefined,
      influencerId: undefined,
      category: undefined,
      state: undefined,
    });
  }

  const isFiltered = Boolean(typed) || Object.values(filter).some(Boolean);
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
      <TextInput
        type="search"
        aria-label="Search posts"
        placeholder="Search posts..."
        maxLength={100}
        className={styles.search}
        leftSection={<Search size={17} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          search(currentTarget.value);
        }}
      />
      <Select
        aria-label="Influencer"
        placeholder="All Influencers"
        data={influencers.map(({ id, fullName }) => ({ value: id, label: fullName || 'Unknown' }))}
        value={filter.influencerId ?? null}
        onChange={(value) => onChange({ influencerId: value ?? undefined })}
        searchable
        clearable
        limit={100}
        clearButtonProps={{ 'aria-label': 'All Influencers' }}
        nothingFoundMessage="No influencer of this name"
      />
      <Select
        aria-label="Category"
        placeholder="All Categories"
        data={[...CATEGORIES]}
        value={filter.category ?? null}
        onChange={(value) =>
          onChange({ category: CATEGORIES.find((category) => category === value) })
        }
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All Categories' }}
        nothingFoundMessage="No such category"
      />
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          className={styles.clear}
          leftSection={<X size={16} aria-hidden="true" />}
          onClick={clear}
        >
          Clear Filters
        </Button>
      )}
    </div>
  );
}
