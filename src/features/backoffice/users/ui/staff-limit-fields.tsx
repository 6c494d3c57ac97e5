import { MultiSelect, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { influencerOptionsQuery } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { STAFF_LIMIT_MAXIMUM, type User } from '../users.schema.ts';
import styles from './user-dialog.module.css';

export type StaffLimitValues = { isLimited: boolean; influencers: User['influencers'] };

type StaffLimitFieldsProps = {
  values: StaffLimitValues;
  onChange: (patch: Partial<StaffLimitValues>) => void;
};

/** Debounce of the search in milliseconds. */
const TYPING_PAUSE = 200;

/** The influencers that a staff member is limited to. */
export function StaffLimitFields({ values, onChange }: StaffLimitFieldsProps) {
  return (
    <fieldset className={styles.scope}>
      <legend className="visually-hidden">Limit</legend>
      <Switch
        label="Limit to certain influencers"
        description="They can’t see or change anything else, effective immediately."
        checked={values.isLimited}
        onChange={({ currentTarget }) => onChange({ isLimited: currentTarget.checked })}
      />
      {values.isLimited && (
        <InfluencersField
          value={values.influencers}
          onChange={(influencers) => onChange({ influencers })}
        />
      )}
    </fieldset>
  );
}

type InfluencersFieldProps = {
  value: User['influencers'];
  onChange: (influencers: User['influencers']) => void;
};

function InfluencersField({ value, onChange }: InfluencersFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const { data: found = [], isFetching, isError } = useQuery(influencerOptionsQuery(search));
  const chosen = new Set(value.map(({ id }) => id));
  // Selected influencers stay in the options, which hold their names.
  const known = [...value, ...found.filter(({ id }) => !chosen.has(id))];
  const names = new Map(known.map(({ id, fullName }) => [id, fullName || 'Unknown']));
  return (
    <MultiSelect
      label="Influencers"
      placeholder={value.length === 0 ? 'Search influencers' : ''}
      searchable
      hidePickedOptions
      maxValues={STAFF_LIMIT_MAXIMUM}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={[...chosen]}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered the options already.
      filter={({ options }) => options}
      nothingFoundMessage={
        isError
          ? 'Failed to fetch influencers'
          : isFetching
            ? 'Searching...'
            : 'No influencers found'
      }
      description={value.length === 0 ? 'No influencers selected: they won’t see any.' : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(ids) => onChange(ids.map((id) => ({ id, fullName: names.get(id) ?? '' })))}
    />
  );
}
