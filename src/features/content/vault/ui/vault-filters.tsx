import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { FilterSelect } from '#src/ui/list-view/filter-select.tsx';
import { useSearchText } from '#src/ui/list-view/list-view-search.ts';
import type { VaultFilter } from '../vault.schema.ts';
import styles from './vault-filters.module.css';

type VaultFiltersProps = {
  filter: VaultFilter;
  onChange: (changed: Partial<VaultFilter>) => void;
  /** The field that selects an influencer. */
  influencerField?: ReactNode;
};

const TYPES = [
  { value: 'image', label: 'Pictures' },
  { value: 'video', label: 'Videos' },
] as const;

/** Search, influencer and type filters of the vault. */
export function VaultFilters({ filter, onChange, influencerField }: VaultFiltersProps) {
  const search = useSearchText(filter.search ?? '', (text) => onChange({ search: text }));
  return (
    <div className={styles.filters} role="search" aria-label="Files">
      <TextInput
        type="search"
        aria-label="Search file names"
        placeholder="Search file names..."
        maxLength={100}
        leftSection={<Search size={17} aria-hidden="true" />}
        value={search.text}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
      />
      {influencerField}
      <FilterSelect
        label="Type"
        placeholder="Pictures and videos"
        clearLabel="Pictures and videos"
        options={TYPES}
        value={filter.mediaType ?? null}
        onChange={(mediaType) => onChange({ mediaType: mediaType ?? undefined })}
      />
    </div>
  );
}
