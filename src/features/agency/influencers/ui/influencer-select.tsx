import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  influencerName,
  influencerOptionQuery,
  influencerOptionsQuery,
} from './influencer-queries.ts';
import styles from './influencer-select.module.css';

type InfluencerSelectProps = {
  value: string | null;
  /** Also receives the name, to show it elsewhere. */
  onChange: (id: string | null, name: string) => void;
  /** Shown above the field, or with `isLabelHidden` only read by screen readers. */
  label: string;
  isLabelHidden?: boolean;
  id?: string;
  error?: ReactNode;
  description?: ReactNode;
  clearable?: boolean;
  withAsterisk?: boolean;
  disabled?: boolean;
  size?: 'xs' | 'sm' | 'md';
  placeholder?: string;
  /** Receives the focus when its dialog opens. */
  'data-autofocus'?: boolean;
  className?: string | undefined;
};

/** Debounce of the search in milliseconds. */
const TYPING_PAUSE = 200;
const FAILURE = 'Failed to fetch influencers';

/** Selects an influencer, searched on the server by name, email address or public URL. */
export function InfluencerSelect(props: InfluencerSelectProps) {
  const { value, onChange, label, isLabelHidden, error, placeholder, size, ...field } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const { data: chosen } = useQuery(influencerOptionQuery(value));
  // Do not search for the selected influencer's own name.
  const isChosenName = chosen && search === influencerName(chosen);
  const query = useQuery({
    ...influencerOptionsQuery(isChosenName ? '' : search),
    enabled: isOpen,
  });
  const found = query.data ?? [];
  const isListed = found.some(({ id }) => id === value);
  const all = chosen && value === chosen.id && !isListed ? [chosen, ...found] : found;
  const emails = new Map(all.map(({ id, email }) => [id, email]));
  return (
    <Select
      {...field}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(size && { size })}
      searchable
      placeholder={placeholder ?? 'Choose an influencer'}
      data={all.map((option) => ({ value: option.id, label: influencerName(option) }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered the options already.
      filter={({ options }) => options}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      nothingFoundMessage={
        query.isError ? FAILURE : query.isFetching ? 'Searching...' : 'No influencers found'
      }
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      error={error ?? (query.isError ? FAILURE : undefined)}
      leftSection={chosen && value ? <Initial name={influencerName(chosen)} /> : undefined}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <Initial name={option.label} />
          <span className={styles.person}>
            {option.label}
            <small>{emails.get(option.value)}</small>
          </span>
        </span>
      )}
      onChange={(id, option) => onChange(id, option?.label ?? '')}
    />
  );
}

const Initial = ({ name }: { name: string }) => (
  <span className={styles.initial} aria-hidden="true">
    {name.charAt(0).toUpperCase()}
  </span>
);
