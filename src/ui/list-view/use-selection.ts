import { useState, type KeyboardEvent } from 'react';
import { BULK_LIMIT } from '#src/lib/listing.ts';

/** The selected rows of a list. They stay selected on other pages, until the filters change. */
export type Selection<Row extends { id: string }> = {
  /** In the order in which they were selected; at most {@link BULK_LIMIT}. */
  rows: Row[];
  isSelected: (row: Row) => boolean;
  isSelectable: (row: Row) => boolean;
  /** Selects or deselects a row, or with `isRange` everything from the previous row to it. */
  toggle: (row: Row, isRange: boolean) => void;
  /** Selects all rows of the page, or none of them if all are selected. */
  togglePage: () => void;
  add: (rows: Row[]) => void;
  clear: () => void;
  /** Whether every row of the page that can be selected is; `empty` if none can be. */
  page: 'all' | 'some' | 'none' | 'empty';
};

type State<Row> = { filter: string; rows: ReadonlyMap<string, Row>; anchor: string | undefined };

type SelectionOptions<Row> = {
  /** The filters of the list, with or without the page. */
  state: { search?: string; after?: string; before?: string };
  pageRows: Row[];
  isSelectable?: ((row: Row) => boolean) | undefined;
};

const filterOf = ({ after: _, before: __, ...filter }: SelectionOptions<never>['state']): string =>
  JSON.stringify(filter);

/** The selection of a list. */
export function useSelection<Row extends { id: string }>({
  state,
  pageRows,
  isSelectable = () => true,
}: SelectionOptions<Row>): Selection<Row> {
  const filter = filterOf(state);
  const [stored, setStored] = useState<State<Row>>(emptyFor(filter));
  const current = (state: State<Row>) => (state.filter === filter ? state : emptyFor<Row>(filter));
  const { rows } = current(stored);
  const selectable = pageRows.filter(isSelectable);
  const selected = selectable.filter(({ id }) => rows.has(id));

  // From the latest selection: rows are drawn after it, so a click may come from earlier ones.
  function change(
    changedFrom: (anchor: string | undefined) => Row[],
    isAdded: (selected: State<Row>['rows']) => boolean,
    last?: string,
  ) {
    setStored((latest) => {
      const { rows: before, anchor } = current(latest);
      const next = new Map(before);
      const adds = isAdded(before);
      for (const row of changedFrom(anchor)) {
        if (!adds) next.delete(row.id);
        else if (next.size < BULK_LIMIT) next.set(row.id, row);
      }
      return { filter, rows: next, anchor: last };
    });
  }

  const select = (changed: Row[], isAdded: boolean) => {
    change(
      () => changed,
      () => isAdded,
    );
  };

  return {
    rows: [...rows.values()],
    isSelected: ({ id }) => rows.has(id),
    isSelectable,
    toggle(row, isRange) {
      if (!isSelectable(row)) return;
      const changed = (anchor: string | undefined) =>
        isRange ? rangeOf(selectable, anchor, row) : [row];
      change(changed, (latest) => !latest.has(row.id), row.id);
    },
    togglePage: () => select(selectable, selected.length < selectable.length),
    add: (more) => select(more.filter(isSelectable), true),
    clear: () => setStored(emptyFor(filter)),
    page: stateOf(selected.length, selectable.length),
  };
}

/** Everything between two rows, in either direction; only the last if the first is not on this page. */
function rangeOf<Row extends { id: string }>(rows: Row[], first: string | undefined, last: Row) {
  const from = rows.findIndex(({ id }) => id === first);
  const to = rows.findIndex(({ id }) => id === last.id);
  if (from === -1 || to === -1) return [last];
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function stateOf(selected: number, selectable: number): Selection<never>['page'] {
  if (selectable === 0) return 'empty';
  return selected === 0 ? 'none' : selected < selectable ? 'some' : 'all';
}

/**
 * Clears a selection by Escape. Ignores the key in the menus and dialogs of the element, whose events
 * React reports too, and in an open list of options.
 */
export function onEscape(clear: () => void) {
  return ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Escape' || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.ariaExpanded !== 'true') clear();
  };
}

const emptyFor = <Row>(filter: string): State<Row> => ({
  filter,
  rows: new Map(),
  anchor: undefined,
});
