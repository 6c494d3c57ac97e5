import { Toaster as Toasts } from 'sonner';

/**
 * The container of toasts, placed where they cover no controls: dialogs close at the top, forms and
 * lists have their buttons on the right, and on phones buttons stick to the bottom.
 */
export function Toaster() {
  return (
    <Toasts
      position="bottom-left"
      mobileOffset={{ bottom: '5.75rem', left: '1rem', right: '1rem' }}
      closeButton
      containerAriaLabel="Notifications"
    />
  );
}
