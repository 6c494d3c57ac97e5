import { useCallback, useEffect, useState } from 'react';

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** How the shortcut of the command palette is written on this device. */
export const paletteShortcut = (): string => (isApple() ? '⌘ K' : 'Ctrl K');

/** The browser shows its own dialogs, such as a phone's menu, above everything else. */
function closeNativeDialogs(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => dialog.close());
}

/**
 * Whether the command palette is open, and whether it was ever wanted. Modifier+K opens and closes
 * it everywhere, also in a field or over a dialog; `onModifier` is called before that can come.
 */
export function usePalette(onModifier: () => void) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const open = useCallback(() => setState('open'), []);
  const close = useCallback(() => setState('closed'), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') return onModifier();
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) setState((now) => (now === 'open' ? 'closed' : 'open'));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onModifier]);

  useEffect(() => {
    if (state === 'open') closeNativeDialogs();
  }, [state]);

  return { isOpen: state === 'open', isWanted: state !== 'unused', open, close };
}
