import { Select, type SelectProps } from '@mantine/core';

type FilterSelectProps<V extends string> = Pick<
  SelectProps<V>,
  'searchable' | 'nothingFoundMessage' | 'limit'
> & {
  label: string;
  /** Shown while no value is selected. */
  placeholder: string;
  /** Accessible name of the clear button. */
  clearLabel: string;
  options: readonly { value: V; label: string }[];
  value: V | null;
  onChange: (value: V | null) => void;
};

/** A filter with one of a few values. Spread `list.field('…')` of `useList` over it. */
export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, clearLabel, options, ...select } = props;
  return (
    <Select
      {...select}
      aria-label={label}
      data={options}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
    />
  );
}

/** The options of a select, from a label for each of its values. */
export function optionsOf<V extends string>(labels: Record<V, string>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as V, label }));
}
