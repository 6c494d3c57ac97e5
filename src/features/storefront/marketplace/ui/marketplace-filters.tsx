import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PRICE_RANGES, type PriceRange, type Sort } from '../marketplace.schema.ts';
import { FilterChips, type FilterProps } from './filter-chips.tsx';
import styles from './marketplace-page.module.css';

const SORT_OPTIONS: { value: Sort; label: string }[] = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'popular', label: 'Popular' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'price-low', label: 'Price: low to high' },
  { value: 'price-high', label: 'Price: high to low' },
  { value: 'name', label: 'Name' },
];

const PRICE_OPTIONS = Object.entries(PRICE_RANGES).map(([value, { label }]) => ({
  value: value as PriceRange,
  label,
}));

const DEBOUNCE_MILLISECONDS = 300;

type SortFieldProps = {
  /** The order of the list; undefined until it is loaded. */
  sort: Sort | undefined;
  canRecommend: boolean;
};

/** Search, price range, sort and chips, all stored in the address. */
export function MarketplaceFilters({
  sort,
  canRecommend,
  ...filters
}: FilterProps & SortFieldProps) {
  const { search, onFilter } = filters;
  const defaultSort = canRecommend ? 'recommended' : 'newest';
  return (
    <search>
      <div className={styles.filters}>
        <SearchField
          value={search.search ?? ''}
          onSearch={(text) => onFilter({ search: text || undefined })}
        />
        <Select<PriceRange>
          size="md"
          aria-label="Price range"
          placeholder="Any price"
          data={PRICE_OPTIONS}
          value={search.price ?? null}
          onChange={(price) => onFilter({ price: price ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear price range' }}
        />
        <Select<Sort>
          size="md"
          aria-label="Sort by"
          data={SORT_OPTIONS.filter(({ value }) => canRecommend || value !== 'recommended')}
          value={sort ?? null}
          onChange={(next) => onFilter({ sort: next && next !== defaultSort ? next : undefined })}
          allowDeselect={false}
        />
      </div>
      <FilterChips {...filters} />
    </search>
  );
}

type SearchFieldProps = { value: string; onSearch: (text: string) => void };

function SearchField({ value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, DEBOUNCE_MILLISECONDS);
  useEffect(() => {
    // The address was changed elsewhere, by Back or by Clear Filters.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      size="md"
      type="search"
      aria-label="Search influencers"
      placeholder="Search by name, category or bio"
      leftSection={<Search size={17} aria-hidden="true" />}
      maxLength={100}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
