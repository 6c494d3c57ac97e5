import { Toaster as Toasts } from 'sonner';

/** Where toasts appear. */
export const Toaster = () => (
  <Toasts position="top-right" closeButton containerAriaLabel="Notifications" />
);
