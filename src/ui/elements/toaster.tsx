import { Toaster as Toasts } from 'sonner';

/**
 * Where toasts appear: where nothing stands that one needs next. Dialogs and drawers close at the
 * top, forms and lists go on at the right, and on phones what goes on sticks to the foot.
 */
export const Toaster = () => (
  <Toasts
    position="bottom-left"
    mobileOffset={{ bottom: '5.75rem', left: '1rem', right: '1rem' }}
    closeButton
    containerAriaLabel="Notifications"
  />
);
