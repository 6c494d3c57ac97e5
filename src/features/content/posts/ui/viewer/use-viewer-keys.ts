import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { isShortcut } from '#src/ui/elements/keyboard-shortcuts.ts';

/** Binds the keys of the post viewer, except while the video player has the focus. */
export function useViewerKeys(
  actions: Record<string, (() => void) | undefined>,
  stage: RefObject<HTMLElement | null>,
): void {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || !isShortcut(event, stage.current)) return;
    if (target instanceof Element && target.closest('media-controller')) return;
    event.preventDefault();
    action();
  });
}
