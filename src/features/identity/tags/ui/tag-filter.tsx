import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '#src/ui/list-view/filter-select.tsx';
import type { TaggedKind } from '../tags.schema.ts';
import { tagsQuery } from './tags-queries.ts';

type TagFilterSelectProps = {
  kind: TaggedKind;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Filters a list by tag; hidden while there are none. Spread `list.field('tag')` of `useList` over it. */
export function TagFilterSelect({ kind, value, onChange }: TagFilterSelectProps) {
  const { data: tags = [] } = useQuery(tagsQuery(kind));
  if (tags.length === 0 && value === null) return null;
  // The tag of an address may be spelled in another way, or have no records.
  const chosen = tags.find((tag) => tag.toLowerCase() === value?.toLowerCase()) ?? value;
  const options = chosen !== null && !tags.includes(chosen) ? [...tags, chosen] : tags;
  return (
    <FilterSelect
      label="Tag"
      placeholder="Any tag"
      clearLabel="Any tag"
      searchable
      nothingFoundMessage="No tags found"
      options={options.map((tag) => ({ value: tag, label: tag }))}
      value={chosen}
      onChange={onChange}
    />
  );
}
