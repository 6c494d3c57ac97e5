import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { FilterSelect } from '#src/ui/list-view/filter-select.tsx';
import type { OwnerFilter } from '../colleagues.schema.ts';
import { colleaguesQuery } from './colleagues-queries.ts';

type OwnerFilterSelectProps = {
  value: NonNullable<OwnerFilter> | null;
  onChange: (value: NonNullable<OwnerFilter> | null) => void;
};

/** Filters a list by owner. Spread `list.field('owner')` of `useList` over it. */
export function OwnerFilterSelect(field: OwnerFilterSelectProps) {
  const ownId = useSession()?.user.id;
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const others = colleagues.filter(({ id }) => id !== ownId);
  return (
    <FilterSelect
      label="Owner"
      placeholder="Any owner"
      clearLabel="Any owner"
      searchable
      nothingFoundMessage="No colleagues found"
      options={[
        { value: 'me', label: 'Mine' },
        { value: 'nobody', label: 'Without an owner' },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...field}
    />
  );
}
