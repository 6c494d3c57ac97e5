import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import styles from './post-filters.module.css';

type PostFilter = {
  search?: string | undefined;
  influencerId?: string | undefined;
  category?: Category | undefined;
};

type PostFiltersProps = {
  filter: PostFilter;
  /** The field that selects an influencer. */
  influencerField: ReactNode;
  /** Whether the caller has further filters to clear. */
  hasMore?: boolean;
  size?: 'sm' | 'md';
  onChange: (changed: PostFilter) => void;
  onClear: () => void;
};

/** Milliseconds without typing before the search runs. */
const TYPING_PAUSE = 300;

/** Search, influencer and category filters of posts with a clear button, for a row of the caller. */
export function PostFilters({ filter, influencerField, size = 'sm', ...row }: PostFiltersProps) {
  const { onChange } = row;
  const [typed, setTyped] = useState(filter.search ?? '');
  const sent = useRef(filter.search ?? '');
  const search = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onChange({ search: sent.current || undefined });
  }, TYPING_PAUSE);

  // The address may change without typing (the browser's Back button); the field follows.
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
    row.onClear();
  }

  const { influencerId, category = null } = filter;
  const isFiltered = typed || filter.search || influencerId || category || row.hasMore;
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search posts"
        placeholder="Search posts..."
        maxLength={100}
        size={size}
        leftSection={<Search size={17} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          search(currentTarget.value);
        }}
      />
      {influencerField}
      <Select
        aria-label="Category"
        placeholder="All Categories"
        data={[...CATEGORIES]}
        value={category}
        onChange={(value) => onChange({ category: CATEGORIES.find((each) => each === value) })}
        size={size}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All Categories' }}
        nothingFoundMessage="No matching category"
      />
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          size={size}
          className={styles.clear}
          leftSection={<X size={16} aria-hidden="true" />}
          onClick={clear}
        >
          Clear Filters
        </Button>
      )}
    </>
  );
}
