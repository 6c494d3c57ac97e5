import { toast } from './toast.ts';

const STORAGE_KEY = 'kept-toast';

type DeferredToast = { title: string; description: string };

/** Stores a success message for the next page, which shows it as a toast. */
export function toastOnNextPage(message: DeferredToast): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(message));
  } catch {
    // Without storage the next page shows no toast.
  }
}

/** Shows the toast that the previous page stored, once. */
export function showDeferredToast(): void {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY) ?? 'null';
    const message = JSON.parse(stored) as DeferredToast | null;
    sessionStorage.removeItem(STORAGE_KEY);
    if (message) toast.success(message.title, { description: message.description });
  } catch {
    // Without storage there is no toast.
  }
}
