import { useSyncExternalStore, type KeyboardEvent } from 'react';
import { Toaster as Toasts } from 'sonner';

/** The width below which Sonner spreads a toast over the whole screen. */
const PHONE = '(max-width: 600px)';

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/**
 * Lets Tab lead past the last toast, to the start of the page: Sonner moves the focus that leaves its
 * toasts back to where it came from, from where Tab leads to the toasts again.
 */
function leaveByTab(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab' || event.shiftKey) return;
  const last = [...event.currentTarget.querySelectorAll('button')].at(-1);
  const first = document.querySelector<HTMLElement>('a[href]');
  if (event.target !== last || !first) return;
  event.preventDefault();
  first.focus();
  // Once more, because Sonner has just moved it back.
  first.focus();
}

/**
 * The container of toasts, placed where they cover no controls: at the bottom left, because forms and
 * lists have their buttons on the right, and on phones, whose buttons are at the bottom, below the
 * header.
 */
export function Toaster() {
  const isPhone = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
  return (
    <div role="presentation" onKeyDown={leaveByTab}>
      <Toasts
        position={isPhone ? 'top-center' : 'bottom-left'}
        mobileOffset={{ top: '4.5rem', left: '1rem', right: '1rem' }}
        closeButton
        containerAriaLabel="Notifications"
      />
    </div>
  );
}
