import { useEffect, useRef } from 'react';

/**
 * Cancel makes place for Keep Subscription, and the other way round: whoever used one of them
 * stands on the other afterwards, not at the start of the page.
 * @returns the ref of both, and what is told when one is used
 */
export function useRenewalFocus(mayCancel: boolean, mayKeep: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (!isUsed.current) return;
    isUsed.current = false;
    const { activeElement } = document;
    // The dialog that asked may still be closing; whoever went on elsewhere stays there.
    const isLost = activeElement === document.body || activeElement?.closest('[role="dialog"]');
    if (isLost) button.current?.focus();
  }, [mayCancel, mayKeep]);
  const markUsed = () => {
    isUsed.current = true;
  };
  return [button, markUsed] as const;
}
