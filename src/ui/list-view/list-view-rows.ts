import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';

type Rows<Row> = { rows: Row[]; onOpen?: ((row: Row) => void) | undefined };

/** Where among the rows a key leads. */
const TARGETS: Record<string, (now: number, last: number) => number> = {
  ArrowDown: (now, last) => Math.min(now + 1, last),
  ArrowUp: (now) => Math.max(now - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const CONTROLS = 'a, button, input, label, select, textarea, summary, video, [role="button"]';

const idOf = (element: EventTarget): string | undefined =>
  element instanceof HTMLElement ? element.dataset.row : undefined;

/**
 * The keys and clicks of a list's rows, which carry their id in `data-row`. One of them can be
 * reached by Tab; from there the arrow keys lead on. Events of controls within are left alone.
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
        const lead = TARGETS[key];
        if (!lead) return;
        event.preventDefault();
        const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
        all[lead(all.indexOf(target as HTMLElement), all.length - 1)]?.focus();
      },
      onClick({ target }: MouseEvent) {
        if (!(target instanceof Element) || target.closest(CONTROLS)) return;
        // Dialogs and menus of a row's actions stand elsewhere on the page.
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
