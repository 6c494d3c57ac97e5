import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';

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
 * While it is open, what had the focus before has lost it, and gets it back afterwards.
 */
export function usePalette(onModifier: () => void) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const returnTo = useRef<HTMLElement>(null);

  function open() {
    closeNativeDialogs();
    const { activeElement } = document;
    returnTo.current = activeElement instanceof HTMLElement ? activeElement : null;
    // At once: what is typed until the palette has the focus must not end up beneath it.
    returnTo.current?.blur();
    setState('open');
  }
  const close = useCallback(() => setState('closed'), []);

  useWindowEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') onModifier();
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
    if (event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (event.repeat) return;
    if (state === 'open') close();
    else open();
  });

  useEffect(() => {
    if (state === 'closed') returnTo.current?.focus({ preventScroll: true });
  }, [state]);

  return { isOpen: state === 'open', isLoaded: state !== 'unused', open, close };
}
