import { DateInput } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { CALENDAR } from '#src/ui/forms/calendar.ts';
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
      <Day
        label="From"
        value={search.from}
        max={search.to}
        onChange={(from) => onChange({ from })}
      />
      <Day label="To" value={search.to} min={search.from} onChange={(to) => onChange({ to })} />
    </>
  );
}

type DayProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

const Day = ({ label, value, min, max, onChange }: DayProps) => (
  <DateInput
    aria-label={`${label} day`}
    placeholder={`${label} day`}
    valueFormat="MMM D, YYYY"
    value={value ?? null}
    {...(min && { minDate: min })}
    {...(max && { maxDate: max })}
    onChange={(day) => onChange(day ?? undefined)}
    clearable
    clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()} day` }}
    {...CALENDAR}
  />
);
