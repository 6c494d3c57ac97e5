import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Gives the focus to a place when what had it there is gone with `content`, as a deleted row and
 * its buttons. Spread what is answered over the place.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, content: unknown) {
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [place, content]);
  return {
    onFocus: () => {
      hasFocus.current = true;
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
