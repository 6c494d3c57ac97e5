import { Select } from '@mantine/core';
import { STUDIO_SORTS, type StudioFilter } from '#src/features/content/posts/posts.schema.ts';

type StudioSortSelectProps = {
  sort: StudioFilter['sort'];
  onChange: (sort: StudioFilter['sort']) => void;
};

const LABELS = { newest: 'Newest first', oldest: 'Oldest first', views: 'Most viewed' };

/** Selects the order of the posts in the studio. */
export function StudioSortSelect({ sort = 'newest', onChange }: StudioSortSelectProps) {
  return (
    <Select
      aria-label="Sort by"
      maw="14rem"
      size="sm"
      data={STUDIO_SORTS.map((value) => ({ value, label: LABELS[value] }))}
      allowDeselect={false}
      value={sort}
      onChange={(value) => {
        const chosen = STUDIO_SORTS.find((known) => known === value);
        onChange(chosen === 'newest' ? undefined : chosen);
      }}
    />
  );
}
