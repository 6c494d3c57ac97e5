import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

const rowsIn = (container: HTMLElement | null) => [
  ...(container?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/**
 * Restores the focus within a container when a change of `content` removes the focused element: to
 * the same row of a list, else to the row at its index, else to the container. Spread the returned
 * handlers over the container.
 */
export function useRestoreFocus(container: RefObject<HTMLElement | null>, content: unknown) {
  const hasFocus = useRef(false);
  const focusedRow = useRef<{ id: string | undefined; index: number }>(null);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) {
      const rows = rowsIn(container.current);
      const previous = focusedRow.current;
      const same = previous && rows.find(({ dataset }) => dataset.row === previous.id);
      const replacement = previous && rows[Math.min(previous.index, rows.length - 1)];
      (same ?? replacement ?? container.current)?.focus({ preventScroll: true });
    }
  }, [container, content]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      hasFocus.current = true;
      const row = target.closest<HTMLElement>('[data-row]');
      focusedRow.current = row && {
        id: row.dataset.row,
        index: rowsIn(container.current).indexOf(row),
      };
    },
    onBlur: ({ target }: FocusEvent) => {
      // Removing the focused element also blurs it; only a move of the focus elsewhere counts.
      queueMicrotask(() => {
        if (target.isConnected)
          hasFocus.current = container.current?.contains(document.activeElement) ?? false;
      });
    },
  };
}
