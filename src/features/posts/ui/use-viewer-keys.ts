import { useWindowEvent } from '@mantine/hooks';

/** What keys do while a post is shown large. A player under the focus has keys of its own. */
export function useViewerKeys(actions: Record<string, (() => void) | undefined>): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest('media-controller')) return;
    event.preventDefault();
    action();
  });
}
