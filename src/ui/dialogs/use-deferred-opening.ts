import { useDeferredValue, useLayoutEffect, useState } from 'react';

/**
 * Whether a dialog is open. A dialog with much in it opens after the browser has shown that its button
 * was pressed, and can be interrupted while it is drawn.
 */
export function useDeferredOpening(opened: boolean): boolean {
  const isOpen = useDeferredValue(opened);
  const [, flushEffects] = useState(isOpen);
  // A change in a layout effect makes React run the other effects at once: Mantine's notes what has
  // the focus, before its focus trap moves the focus.
  useLayoutEffect(() => flushEffects(isOpen), [isOpen]);
  return isOpen;
}
