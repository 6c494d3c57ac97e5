import { useEffect, useRef } from 'react';

/**
 * Cancel and Keep Subscription replace each other: moves the focus to the new button.
 * @returns the ref for both, and the handler for a click
 */
export function useRenewalFocus(mayCancel: boolean, canUndo: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (!isUsed.current) return;
    isUsed.current = false;
    const { activeElement } = document;
    // The dialog may still be closing; a focus elsewhere is left alone.
    const isLost = activeElement === document.body || activeElement?.closest('[role="dialog"]');
    if (isLost) button.current?.focus();
  }, [mayCancel, canUndo]);
  const markUsed = () => {
    isUsed.current = true;
  };
  return [button, markUsed] as const;
}
