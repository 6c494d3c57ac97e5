import { useCallback, useEffect, useState } from 'react';

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** How the shortcut of the command palette is written on this device. */
export const paletteShortcut = (): string => (isApple() ? '⌘ K' : 'Ctrl K');

/** A dialog that is open keeps the keyboard: what is written in it must not be left by a shortcut. */
const isDialogOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], dialog[open]') !== null;

/** Whether the command palette is open, and whether it was ever wanted; modifier+K opens it. */
export function usePalette() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const open = useCallback(() => setState('open'), []);
  const close = useCallback(() => setState('closed'), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setState((now) => {
        if (now === 'open') return 'closed';
        return isDialogOpen() ? now : 'open';
      });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return { isOpen: state === 'open', isWanted: state !== 'unused', open, close };
}
