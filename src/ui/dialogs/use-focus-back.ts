import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to the button of a place that is disabled while something is sent, and loses
 * it by that. What has taken the focus meanwhile keeps it.
 */
export function useFocusBack(place: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) {
      const { current } = place;
      (current?.querySelector<HTMLElement>('[type="submit"]') ?? current)?.focus();
    }
    wasBusy.current = isBusy;
  }, [place, isBusy]);
}
