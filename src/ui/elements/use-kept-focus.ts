import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** The rows of a list in a place. */
const rowsOf = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/**
 * Gives the focus to a place when what had it there is gone with `content`, as a button of a drawer;
 * in a list to the row that it was of, or to the one that came in its stead. Spread what is answered over the place.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, content: unknown) {
  const hasFocus = useRef(false);
  const row = useRef<{ id: string | undefined; at: number }>(null);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) {
      const rows = rowsOf(place.current);
      const was = row.current;
      const same = was && rows.find(({ dataset }) => dataset.row === was.id);
      const next = same ?? (was && rows[Math.min(was.at, rows.length - 1)]) ?? place.current;
      next?.focus({ preventScroll: true });
    }
  }, [place, content]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      hasFocus.current = true;
      const of = target.closest<HTMLElement>('[data-row]');
      row.current = of && { id: of.dataset.row, at: rowsOf(place.current).indexOf(of) };
    },
    onBlur: ({ target }: FocusEvent) => {
      // What is taken away is not left.
      queueMicrotask(() => {
        if (target.isConnected)
          hasFocus.current = place.current?.contains(document.activeElement) ?? false;
      });
    },
  };
}
