import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { CALENDAR } from '#src/ui/forms/calendar.ts';
import { ENTITIES, ENTITY_NAMES } from '../audit.schema.ts';
import { auditActorsQuery, type AuditSearch } from './audit-queries.ts';

type AuditFiltersProps = {
  search: AuditSearch;
  onChange: (changed: Partial<AuditSearch>) => void;
};

const KINDS = ENTITY_NAMES.map((value) => ({ value, label: ENTITIES[value] })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
);
const ACTIONS = AUDIT_ACTIONS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** Who, what kind of record, what became of it, and when. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data: actors = [], isError } = useQuery(auditActorsQuery);
  return (
    <>
      <Select
        aria-label="Who"
        placeholder="Everyone"
        data={actors.map(({ id, email }) => ({ value: id, label: email }))}
        value={search.actor ?? null}
        onChange={(value) => onChange({ actor: value ?? undefined })}
        searchable
        clearable
        limit={100}
        clearButtonProps={{ 'aria-label': 'Everyone' }}
        nothingFoundMessage={isError ? 'Failed to fetch names' : 'Nobody of this name'}
      />
      <Select
        aria-label="Kind"
        placeholder="All kinds"
        data={KINDS}
        value={search.entity ?? null}
        onChange={(value) =>
          onChange({ entity: ENTITY_NAMES.find((name) => name === value), entityId: undefined })
        }
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
        nothingFoundMessage="No such kind"
      />
      <Select
        aria-label="Action"
        placeholder="All actions"
        data={ACTIONS}
        value={search.action ?? null}
        onChange={(value) => onChange({ action: AUDIT_ACTIONS.find((each) => each === value) })}
        clearable
        clearButtonProps={{ 'aria-label': 'All actions' }}
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
