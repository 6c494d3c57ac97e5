import { useSyncExternalStore } from 'react';
import { Toaster as Toasts } from 'sonner';

/** The width below which Sonner spreads a toast over the whole screen. */
const PHONE = '(max-width: 600px)';

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
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
    <Toasts
      position={isPhone ? 'top-center' : 'bottom-left'}
      mobileOffset={{ top: '4.5rem', left: '1rem', right: '1rem' }}
      closeButton
      containerAriaLabel="Notifications"
    />
  );
}
