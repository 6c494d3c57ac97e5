import { toast } from 'sonner';

const KEY = 'kept-toast';

type KeptToast = { title: string; description: string };

/** A success that is told on the page that is loaded next. */
export function keepToast(kept: KeptToast): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage the next page speaks for itself.
  }
}

/** Tells what the page before has kept, once. */
export function showKeptToast(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptToast | null;
    sessionStorage.removeItem(KEY);
    if (kept) toast.success(kept.title, { description: kept.description });
  } catch {
    // Nothing was kept.
  }
}
