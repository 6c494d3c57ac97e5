import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const MODALS = '[aria-modal="true"], dialog[open]';
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"], dialog';

/**
 * Whether a dialog covers an element or another dialog, or the page if the element is null. A dialog is
 * added to the document when it opens, so it covers what precedes it.
 */
export function isCovered(container: Element | null): boolean {
  return [...document.querySelectorAll(MODALS)].some(
    (modal) =>
      !container ||
      (!modal.contains(container) &&
        !container.contains(modal) &&
        modal.compareDocumentPosition(container) === Node.DOCUMENT_POSITION_PRECEDING),
  );
}

/**
 * Whether a key press is a shortcut for an element, or for the page if the element is null: without
 * modifiers, not typed into a field, and not meant for a dialog or menu above it. Shift is allowed
 * because some layouts need it for punctuation.
 */
export function isShortcut(event: KeyboardEvent, container: Element | null): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
  if (isCovered(container)) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest(FIELDS)) return false;
  const overlay = target.closest(OVERLAYS);
  return overlay === null || overlay.contains(container);
}

/**
 * Closes an open dialog when Escape is pressed in it. A key press in a dialog or menu above it closes
 * only that one: with Mantine's own `closeOnEscape`, it closes both.
 */
export function useEscape(
  dialog: RefObject<HTMLElement | null>,
  { opened, onEscape }: { opened: boolean; onEscape: () => void },
): void {
  useWindowEvent(
    'keydown',
    ({ key, target, isComposing }) => {
      if (!opened || key !== 'Escape' || isComposing || !(target instanceof Element)) return;
      const isWithin = dialog.current?.contains(target);
      const hasLostFocus = target === document.body && !isCovered(dialog.current);
      // Mantine's marker of a field with an open menu.
      const isForMenu = target.getAttribute('data-mantine-stop-propagation') === 'true';
      if ((isWithin || hasLostFocus) && !isForMenu) onEscape();
    },
    { capture: true },
  );
}

type Actions = Record<string, (() => void) | undefined>;

/** Single-key shortcuts of a page, inactive while a dialog covers it. */
export function usePageShortcuts(actions: Actions): void {
  useShortcuts(actions, null);
}

/** Single-key shortcuts that are active while the focus is within a record. */
export function useRecordShortcuts(actions: Actions, record: RefObject<HTMLElement | null>): void {
  useShortcuts(actions, record);
}

function useShortcuts(actions: Actions, record: RefObject<HTMLElement | null> | null): void {
  useWindowEvent('keydown', (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    // Some layouts have punctuation on a shifted key.
    if (!action || event.repeat || (event.shiftKey && key !== '?')) return;
    if (record && !record.current?.contains(event.target as Node)) return;
    if (!isShortcut(event, record?.current ?? null)) return;
    event.preventDefault();
    action();
  });
}
