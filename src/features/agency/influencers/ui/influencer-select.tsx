import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { InfluencerOption } from '#src/features/backoffice/influencer-records/office.schema.ts';
import { influencerOptionQuery, influencerOptionsQuery } from './influencer-queries.ts';
import styles from './influencer-select.module.css';

type InfluencerSelectProps = {
  value: string | null;
  /** Told the name too, for what shows it elsewhere. */
  onChange: (id: string | null, name: string) => void;
  /** Stands above the field, or with `isLabelHidden` names it for screen readers alone. */
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
  /** Has the focus when its dialog opens. */
  'data-autofocus'?: boolean;
  className?: string | undefined;
};

/** Milliseconds of no typing after which the server is asked. */
const TYPING_PAUSE = 200;
const FAILURE = 'Failed to fetch influencers';

const nameOf = ({ fullName }: InfluencerOption) => fullName.trim() || 'Unknown';

/** Chooses one of the influencers, found on the server by name, e-mail address or public URL. */
export function InfluencerSelect(props: InfluencerSelectProps) {
  const { value, onChange, label, isLabelHidden, error, placeholder, size, ...field } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const { data: chosen } = useQuery(influencerOptionQuery(value));
  // The field holds the chosen one's name: that is nothing to search for.
  const isChosenName = chosen && search === nameOf(chosen);
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
      data={all.map((option) => ({ value: option.id, label: nameOf(option) }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      // What the server found is what there is to choose from.
      filter={({ options }) => options}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      nothingFoundMessage={
        query.isError ? FAILURE : query.isFetching ? 'Searching...' : 'No influencers found'
      }
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      error={error ?? (query.isError ? FAILURE : undefined)}
      leftSection={chosen && value ? <Initial name={nameOf(chosen)} /> : undefined}
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
