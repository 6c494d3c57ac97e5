import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { isShortcut } from '#src/ui/elements/keyboard-shortcuts.ts';

/** What keys do while a post is shown large. A player under the focus has keys of its own. */
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
