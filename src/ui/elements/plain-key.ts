import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const MODALS = '[aria-modal="true"], dialog[open]';
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"], dialog';

/** Whether a dialog lies over an element; without one, over the page. */
export const isCovered = (place: Element | null): boolean =>
  [...document.querySelectorAll(MODALS)].some((modal) => !modal.contains(place));

/**
 * Whether a key was pressed for an element, or for the page: without modifiers, neither typed into
 * a field nor meant for a dialog or menu that lies over it. Shift is allowed, for some layouts need
 * it for signs.
 */
export function isPlainKey(event: KeyboardEvent, place: Element | null): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
  if (isCovered(place)) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest(FIELDS)) return false;
  const overlay = target.closest(OVERLAYS);
  return overlay === null || overlay.contains(place);
}

type Actions = Record<string, (() => void) | undefined>;

/** What single keys do on a page while nothing lies over it. */
export function usePageKeys(actions: Actions): void {
  useSingleKeys(actions, null);
}

/** What single keys do while the focus is within a record. */
export function useRecordKeys(actions: Actions, record: RefObject<HTMLElement | null>): void {
  useSingleKeys(actions, record);
}

function useSingleKeys(actions: Actions, record: RefObject<HTMLElement | null> | null): void {
  useWindowEvent('keydown', (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || event.repeat || event.shiftKey) return;
    if (record && !record.current?.contains(event.target as Node)) return;
    if (!isPlainKey(event, record?.current ?? null)) return;
    event.preventDefault();
    action();
  });
}
