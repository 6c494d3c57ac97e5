import { useQuery } from '@tanstack/react-query';
import { DayFilter } from '#src/ui/forms/day-filter.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ENTITIES } from '../audit.schema.ts';
import { auditActorsQuery, type AuditSearch } from './audit-queries.ts';

type AuditFiltersProps = {
  search: AuditSearch;
  onChange: (changed: Partial<AuditSearch>) => void;
};

const KINDS = optionsOf(ENTITIES).toSorted((a, b) => a.label.localeCompare(b.label));
const ACTIONS = optionsOf({
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  exported: 'Exported',
  viewed: 'Viewed',
  'viewed-as': 'Viewed as fan',
});

/** Filters by actor, kind of record, action and time. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data: actors = [], isError } = useQuery(auditActorsQuery);
  return (
    <>
      <FilterSelect
        label="Who"
        placeholder="Everyone"
        clearLabel="Everyone"
        options={actors.map(({ id, email }) => ({ value: id, label: email }))}
        searchable
        limit={100}
        nothingFoundMessage={isError ? 'Failed to fetch names' : 'No one found'}
        value={search.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
      />
      <FilterSelect
        label="Kind"
        placeholder="All kinds"
        clearLabel="All kinds"
        options={KINDS}
        searchable
        nothingFoundMessage="No matching kind"
        value={search.entity ?? null}
        onChange={(entity) => onChange({ entity: entity ?? undefined, entityId: undefined })}
      />
      <FilterSelect
        label="Action"
        placeholder="All but views"
        clearLabel="All but views"
        options={ACTIONS}
        value={search.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <DayFilter
        label="From"
        value={search.from}
        max={search.to}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label="To"
        value={search.to}
        min={search.from}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}
