import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the focus to the submit button, which loses it while it is disabled during sending. Leaves
 * the focus alone if another element has taken it in the meantime.
 */
export function useRefocusAfterSubmit(
  container: RefObject<HTMLElement | null>,
  isBusy: boolean,
): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) {
      const { current } = container;
      (current?.querySelector<HTMLElement>('[type="submit"]') ?? current)?.focus();
    }
    wasBusy.current = isBusy;
  }, [container, isBusy]);
}
