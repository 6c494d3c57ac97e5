import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The label of the command palette's shortcut on this device. */
export function paletteShortcut(): string {
  return isApple() ? '⌘ K' : 'Ctrl K';
}

/** Native dialogs, such as the menu on phones, would cover the palette. */
function closeNativeDialogs(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]').forEach((dialog) => dialog.close());
}

/**
 * The state of the command palette. Modifier+K opens and closes it everywhere, also in fields and
 * over dialogs; `onModifier` is called when the modifier is pressed. Returns the focus to the
 * previous element on close.
 */
export function usePalette(onModifier: () => void) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const returnTo = useRef<HTMLElement>(null);

  function open() {
    closeNativeDialogs();
    const { activeElement } = document;
    returnTo.current = activeElement instanceof HTMLElement ? activeElement : null;
    // Blurs at once, so that nothing is typed into the page before the palette has the focus.
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
