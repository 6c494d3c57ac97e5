import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { Selection } from './use-selection.ts';

type Rows<Row extends { id: string }> = {
  rows: Row[];
  onOpen?: ((row: Row) => void) | undefined;
  selection: Selection<Row> | undefined;
};

/** The row index that a key moves the focus to. */
const TARGETS: Record<string, (current: number, last: number) => number> = {
  ArrowDown: (current, last) => Math.min(current + 1, last),
  ArrowUp: (current) => Math.max(current - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const CONTROLS = 'a, button, input, label, select, textarea, summary, video, [role="button"]';

const idOf = (element: EventTarget): string | undefined =>
  element instanceof HTMLElement ? element.dataset.row : undefined;

/**
 * Handles keys and clicks on the rows of a list, which have their id in `data-row`. Tab reaches one
 * row, the arrow keys move between rows, and X or Space selects the row, with Shift a range. Ignores
 * events of other controls within a row.
 */
export function useRows<Row extends { id: string }>({ rows, onOpen, selection }: Rows<Row>) {
  const [focused, setFocused] = useState<string>();
  const current = rows.some(({ id }) => id === focused) ? focused : rows[0]?.id;

  const withRow = (id: string | undefined, run: ((row: Row) => void) | undefined) => {
    const row = rows.find((each) => each.id === id);
    if (row) run?.(row);
  };
  const select = (id: string | undefined, isRange: boolean) =>
    withRow(id, (row) => selection?.toggle(row, isRange));

  return {
    current,
    handlers: {
      onFocus({ target }: FocusEvent) {
        const id = idOf(target.closest('[data-row]') ?? target);
        if (id !== undefined) setFocused(id);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const { key, target, currentTarget, shiftKey } = event;
        if (idOf(target) === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        if (key === 'Enter' && onOpen) {
          event.preventDefault();
          withRow(idOf(target), onOpen);
        }
        if (selection && (key === ' ' || key.toLowerCase() === 'x')) {
          event.preventDefault();
          select(idOf(target), shiftKey);
        }
        const targetOf = TARGETS[key];
        if (!targetOf) return;
        event.preventDefault();
        const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
        all[targetOf(all.indexOf(target as HTMLElement), all.length - 1)]?.focus();
      },
      onClick({ target, shiftKey }: MouseEvent) {
        if (!(target instanceof Element)) return;
        if (target.closest('[data-select]')) {
          return select(idOf(target.closest('[data-row]')!), shiftKey);
        }
        if (target.closest(CONTROLS)) return;
        // React also reports clicks in the dialogs and menus of a row, which are outside its element.
        const row = target.closest('[data-row]');
        if (row && !hasSelectionIn(row)) withRow(idOf(row), onOpen);
      },
    },
  };
}

function hasSelectionIn(row: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && selection.toString() !== '' && selection.containsNode(row, true);
}
