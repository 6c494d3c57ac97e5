import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { performerOptionsQuery } from '#src/features/agency/performers/ui/performer-options.ts';
import { PEOPLE_LIMIT, type StudioPost } from '#src/features/content/posts/posts.schema.ts';
import styles from './people-select.module.css';

export type PersonInPost = StudioPost['people'][number];

type PeopleSelectProps = {
  label?: string;
  people: PersonInPost[];
  /** The influencer of the post, who is in it anyway and is not offered. */
  influencerId: string | null;
  error?: ReactNode;
  onChange: (people: PersonInPost[]) => void;
};

/** Debounce of the search in milliseconds. */
const TYPING_PAUSE = 200;
const FAILURE = 'Failed to fetch performers';

/** Selects the people in a post beside its influencer from the register, by any of their names. */
export function PeopleSelect({
  label = 'People in this post',
  people,
  influencerId,
  error,
  onChange,
}: PeopleSelectProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const query = useQuery({ ...performerOptionsQuery(search), enabled: isOpen });
  const isOwn = (kind: string, id: string | undefined) =>
    kind === 'influencer' && id === influencerId;
  const found = (query.data ?? []).filter(({ kind, influencer }) => !isOwn(kind, influencer?.id));
  const chosen = new Set(people.map(({ id }) => id));
  const all = [...people, ...found.filter(({ id }) => !chosen.has(id))];
  const relations = new Map(
    found.map(({ id, kind, influencer }) => [
      id,
      kind === 'influencer' ? 'Influencer' : `Appears with ${influencer?.fullName ?? 'nobody'}`,
    ]),
  );
  return (
    <MultiSelect
      id="people"
      className={styles.people}
      label={label}
      description="Everybody who can be seen beside the influencer."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={people.length === 0 ? 'Only the influencer' : undefined}
      searchable
      hidePickedOptions
      maxValues={PEOPLE_LIMIT}
      data={all.map(({ id, fullName }) => ({ value: id, label: fullName }))}
      value={people.map(({ id }) => id)}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered the options already.
      filter={({ options }) => options}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      nothingFoundMessage={
        query.isError ? FAILURE : query.isFetching ? 'Searching...' : 'No performers found'
      }
      error={error ?? (query.isError ? FAILURE : undefined)}
      renderOption={({ option }) => (
        <span className={styles.option}>
          {option.label}
          <small>{relations.get(option.value)}</small>
        </span>
      )}
      onChange={(ids) => {
        setTyped('');
        onChange(
          all
            .filter(({ id }) => ids.includes(id))
            .map(({ id, fullName }): PersonInPost => ({ id, fullName })),
        );
      }}
    />
  );
}
