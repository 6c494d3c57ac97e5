import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  influencerName,
  influencerOptionQuery,
  influencerOptionsQuery,
} from './influencer-queries.ts';
import styles from './influencer-select.module.css';

type InfluencersSelectProps = {
  value: string[];
  onChange: (ids: string[]) => void;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
  maxValues: number;
};

/** Debounce of the search in milliseconds. */
const TYPING_PAUSE = 200;
const FAILURE = 'Failed to fetch influencers';

/** Selects several influencers, searched on the server by name, email address or public URL. */
export function InfluencersSelect({ value, onChange, error, ...field }: InfluencersSelectProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const query = useQuery({ ...influencerOptionsQuery(search), enabled: isOpen });
  const chosen = useQueries({ queries: value.map((id) => influencerOptionQuery(id)) });
  const found = query.data ?? [];
  const options = new Map(
    [...chosen.flatMap(({ data }) => data ?? []), ...found].map((option) => [option.id, option]),
  );
  const foundIds = new Set(found.map(({ id }) => id));

  function change(ids: string[]) {
    for (const id of ids) {
      // The names of chosen influencers are known already.
      const option = options.get(id);
      if (option) queryClient.setQueryData(influencerOptionQuery(id).queryKey, option);
    }
    onChange(ids);
  }
  return (
    <MultiSelect
      {...field}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      placeholder={value.length === 0 ? 'Choose influencers' : ''}
      data={[...options.values()].map((option) => ({
        value: option.id,
        label: influencerName(option),
      }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered the options already.
      filter={({ options: all }) =>
        all.filter((option) => 'value' in option && foundIds.has(option.value))
      }
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      nothingFoundMessage={
        query.isError ? FAILURE : query.isFetching ? 'Searching...' : 'No influencers found'
      }
      error={error ?? (query.isError ? FAILURE : undefined)}
      renderOption={({ option, checked }) => (
        <span className={styles.option}>
          <span className={styles.initial} aria-hidden="true">
            {checked ? '✓' : option.label.charAt(0).toUpperCase()}
          </span>
          <span className={styles.person}>
            {option.label}
            <small>{options.get(option.value)?.email}</small>
          </span>
        </span>
      )}
      onChange={change}
    />
  );
}
