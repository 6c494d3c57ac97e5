import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';

type Rows<Row> = { rows: Row[]; onOpen?: ((row: Row) => void) | undefined };

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
 * row, and the arrow keys move between rows. Ignores events of controls within a row.
 */
export function useRows<Row extends { id: string }>({ rows, onOpen }: Rows<Row>) {
  const [focused, setFocused] = useState<string>();
  const current = rows.some(({ id }) => id === focused) ? focused : rows[0]?.id;

  function open(id: string | undefined) {
    const row = rows.find((each) => each.id === id);
    if (row) onOpen?.(row);
  }

  return {
    current,
    handlers: {
      onFocus({ target }: FocusEvent) {
        const id = idOf(target.closest('[data-row]') ?? target);
        if (id !== undefined) setFocused(id);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const { key, target, currentTarget } = event;
        if (idOf(target) === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        if (key === 'Enter' && onOpen) {
          event.preventDefault();
          open(idOf(target));
        }
        const targetOf = TARGETS[key];
        if (!targetOf) return;
        event.preventDefault();
        const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
        all[targetOf(all.indexOf(target as HTMLElement), all.length - 1)]?.focus();
      },
      onClick({ target }: MouseEvent) {
        if (!(target instanceof Element) || target.closest(CONTROLS)) return;
        // React also reports clicks in the dialogs and menus of a row, which are outside its element.
        const row = target.closest('[data-row]');
        if (row && !hasSelectionIn(row)) open(idOf(row));
      },
    },
  };
}

function hasSelectionIn(row: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && selection.toString() !== '' && selection.containsNode(row, true);
}
