import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CATEGORIES } from '#src/lib/categories.ts';
import type { FeedFilter, FeedScope } from '../feed.schema.ts';
import styles from './feed-filters.module.css';
import { feedInfluencersQuery } from './feed-queries.ts';

type FeedFiltersProps = {
  scope: FeedScope;
  filter: FeedFilter;
  onChange: (changed: Partial<FeedFilter>) => void;
};

/** Milliseconds of no typing after which the search is made. */
const TYPING_PAUSE = 300;

const categoryAt = (value: string | null) => CATEGORIES.find((category) => category === value);

/** Search, influencer and category of a feed. */
export function FeedFilters({ scope, filter, onChange }: FeedFiltersProps) {
  const { data } = useQuery(feedInfluencersQuery(scope));
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
    onChange({ search: undefined, influencerId: undefined, category: undefined });
  }

  return (
    <div className={styles.filters} role="search" aria-label="Posts">
      <TextInput
        type="search"
        aria-label="Search posts"
        placeholder="Search posts..."
        maxLength={100}
        size="md"
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
        data={data?.influencers.map(({ id, fullName }) => ({ value: id, label: fullName })) ?? []}
        value={filter.influencerId ?? null}
        onChange={(value) => onChange({ influencerId: value ?? undefined })}
        size="md"
        searchable
        clearable
        nothingFoundMessage="No influencer of this name"
      />
      <Select
        aria-label="Category"
        placeholder="All Categories"
        data={[...CATEGORIES]}
        value={filter.category ?? null}
        onChange={(value) => onChange({ category: categoryAt(value) })}
        size="md"
        searchable
        clearable
        nothingFoundMessage="No such category"
      />
      {(typed || filter.search || filter.influencerId || filter.category) && (
        <Button
          variant="subtle"
          color="gray"
          size="md"
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
