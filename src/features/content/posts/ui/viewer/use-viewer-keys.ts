import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { isPlainKey } from '#src/ui/elements/plain-key.ts';

/** Binds the keys of the post viewer, except while the video player has the focus. */
export function useViewerKeys(
  actions: Record<string, (() => void) | undefined>,
  stage: RefObject<HTMLElement | null>,
): void {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || !isPlainKey(event, stage.current)) return;
    if (target instanceof Element && target.closest('media-controller')) return;
    event.preventDefault();
    action();
  });
}
