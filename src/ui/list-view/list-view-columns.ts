import { useLocalStorage } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { Column } from './list-view-props.ts';

const choiceSchema = z.record(z.string(), z.boolean());
type Choice = z.output<typeof choiceSchema>;

const keyOf = (name: string): string => `columns:${name}`;

function readChoice(name: string): Choice {
  try {
    return choiceSchema.parse(JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}'));
  } catch {
    return {};
  }
}

function storeChoice(name: string, choice: Choice): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(choice));
  } catch {
    // Without storage the choice lasts until the page unloads.
  }
}

export type ColumnChoice<Row> = {
  shown: Column<Row>[];
  /** The columns that can be hidden. */
  choosable: Column<Row>[];
  isShown: (column: Column<Row>) => boolean;
  onChoose: (column: Column<Row>, isShown: boolean) => void;
};

/** The visible columns of a list; the browser stores the choice under the list's name. */
export function useColumns<Row>(name: string, columns: Column<Row>[]): ColumnChoice<Row> {
  const [choice, setChoice] = useState(() => readChoice(name));
  // Rows are drawn again if their columns change.
  const shown = useMemo(
    () => columns.filter(({ id, isFixed, isOptional }) => isFixed || (choice[id] ?? !isOptional)),
    [columns, choice],
  );
  return {
    shown,
    choosable: columns.filter(({ isFixed }) => !isFixed),
    isShown: (column) => shown.includes(column),
    onChoose: ({ id }, isVisible) => {
      const changed = { ...choice, [id]: isVisible };
      setChoice(changed);
      storeChoice(name, changed);
    },
  };
}

/** Whether the rows of all tables are compact; the browser stores the choice. */
export function useCompactRows() {
  const [density, setDensity] = useLocalStorage<'compact' | 'comfortable'>({
    key: 'list-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  return {
    isCompact: density === 'compact',
    setCompact: (isCompact: boolean) => setDensity(isCompact ? 'compact' : 'comfortable'),
  };
}
