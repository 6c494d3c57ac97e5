import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
// oxlint-disable-next-line no-restricted-imports -- The library loads with this file.
import { toast, Toaster as Toasts, type ExternalToast } from 'sonner';

/** The width below which Sonner spreads a toast over the whole screen. */
const PHONE = '(max-width: 600px)';

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/**
 * Lets Tab lead past the last toast, to the start of the page or of the dialog that covers it: Sonner
 * moves the focus that leaves its toasts back to where it came from, from where Tab leads to the toasts
 * again.
 */
function leaveByTab(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab' || event.shiftKey) return;
  const last = [...event.currentTarget.querySelectorAll('button')].at(-1);
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const first = (dialog ?? document).querySelector<HTMLElement>('a[href], button:enabled');
  if (event.target !== last || !first) return;
  event.preventDefault();
  first.focus();
  // Once more, because Sonner has just moved it back.
  first.focus();
}

type ToasterProps = { onMounted: () => void };

/**
 * The container of toasts, placed where they cover no controls: at the bottom left, because forms and
 * lists have their buttons on the right, and on phones, whose buttons are at the bottom, below the
 * header.
 */
function Toaster({ onMounted }: ToasterProps) {
  const isPhone = useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
  useEffect(onMounted, [onMounted]);
  return (
    <div role="presentation" onKeyDown={leaveByTab}>
      <Toasts
        position={isPhone ? 'top-center' : 'bottom-left'}
        mobileOffset={{ top: '4.5rem', left: '1rem', right: '1rem' }}
        containerAriaLabel="Notifications"
      />
    </div>
  );
}

/** Adds the container to the page. It resolves when toasts appear: Sonner shows none of before. */
function mount(): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  return new Promise((resolve) => root.render(<Toaster onMounted={resolve} />));
}

const mounted = mount();

type ToastOptions = Pick<ExternalToast, 'description' | 'duration' | 'action'> & {
  /** A toast with the same id replaces this one. */
  id?: string | undefined;
  hasCloseButton?: boolean;
};

let count = 0;

/** Shows a toast. */
export async function showToast(
  kind: 'success' | 'info' | 'warning' | 'error',
  title: ReactNode,
  { id = `toast-${count++}`, hasCloseButton = true, ...options }: ToastOptions = {},
): Promise<void> {
  await mounted;
  // Sonner's own button comes before the text, so that screen readers say it first.
  const cancel = hasCloseButton && <CloseButton onClick={() => toast.dismiss(id)} />;
  toast[kind](title, { id, cancel, ...options });
}

/** Removes a toast. */
export async function hideToast(id: string): Promise<void> {
  await mounted;
  toast.dismiss(id);
}

const CloseButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" data-close-button aria-label="Close toast" onClick={onClick}>
    <X size={12} aria-hidden="true" />
  </button>
);
