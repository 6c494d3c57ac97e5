import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a row of tabs to the chosen one: on phones the row is wider than the screen. `layout` changes
 * when another tab is chosen and when the tabs change their widths.
 */
export function useChosenTabInView(layout: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector('[data-active]');
    if (!row.current || !tab) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    const centered = inner.left - outer.left - (outer.width - inner.width) / 2;
    row.current.scrollBy({ left: centered, behavior: 'instant' });
  }, [layout]);
  return row;
}
