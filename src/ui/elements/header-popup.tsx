import { useId, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import styles from './header-popup.module.css';

type Role = 'dialog' | 'menu';

type ButtonProps = {
  popoverTarget: string;
  'aria-haspopup': Role;
  'aria-expanded': boolean;
};

type HeaderPopupProps = {
  role: Role;
  /** Accessible name. */
  label: string;
  className?: string | undefined;
  /** The button that opens the popup. */
  button: (props: ButtonProps) => ReactNode;
  children: (close: () => void) => ReactNode;
};

/** What a key does to the index of the focused item, -1 if none has the focus. */
const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index > 0 ? index : count) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  if (!step || items.length === 0) return;
  event.preventDefault();
  items[step(items.indexOf(event.target as HTMLElement), items.length)]?.focus();
}

/**
 * A popup below a button of the header, by the popover of the browser: every screen has the header, and
 * a library that measures positions would be a tenth of what the first screen loads.
 */
export function HeaderPopup({ role, label, className, button, children }: HeaderPopupProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();
  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    const isOutside =
      relatedTarget instanceof Element &&
      !currentTarget.contains(relatedTarget) &&
      // A click on the button closes the popup itself.
      relatedTarget.getAttribute('popovertarget') !== id;
    if (isOutside) close();
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-haspopup': role, 'aria-expanded': opened })}
      <div
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={`${styles.popup} ${className ?? ''}`}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') setOpened(true);
        }}
        onToggle={({ newState, currentTarget }) => {
          // Its content stays until now, because the browser returns the focus that is within.
          if (newState === 'closed') setOpened(false);
          else currentTarget.focus();
        }}
        onBlur={leave}
        {...(role === 'menu' && { onKeyDown: moveFocus })}
      >
        {opened && children(close)}
      </div>
    </>
  );
}
