import { useState } from 'react';
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

function keepChoice(name: string, choice: Choice): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(choice));
  } catch {
    // Without storage it lasts until the page is left.
  }
}

export type ColumnChoice<Row> = {
  shown: Column<Row>[];
  /** Those that may be left out. */
  choosable: Column<Row>[];
  isShown: (column: Column<Row>) => boolean;
  onChoose: (column: Column<Row>, isShown: boolean) => void;
};

/** Which columns of a list are shown: kept in the browser under the list's name. */
export function useColumns<Row>(name: string, columns: Column<Row>[]): ColumnChoice<Row> {
  const [choice, setChoice] = useState(() => readChoice(name));
  const isShown = ({ id, isFixed, isOptional }: Column<Row>) =>
    isFixed || (choice[id] ?? !isOptional);
  return {
    shown: columns.filter(isShown),
    choosable: columns.filter(({ isFixed }) => !isFixed),
    isShown,
    onChoose: ({ id }, wanted) => {
      const changed = { ...choice, [id]: wanted };
      setChoice(changed);
      keepChoice(name, changed);
    },
  };
}
