import type * as toasts from './toaster.tsx';
import { whenIdle } from './when-free.ts';

type Toaster = typeof toasts;
type Kind = Parameters<Toaster['showToast']>[0];
type Title = Parameters<Toaster['showToast']>[1];
type Options = Parameters<Toaster['showToast']>[2];

let toaster: Toaster | undefined;

/** Loads the container of toasts, unless there is no connection: a later toast tries again. */
async function load(): Promise<Toaster | undefined> {
  try {
    return (toaster ??= await import('./toaster.tsx'));
  } catch {
    return undefined;
  }
}

/**
 * Loads toasts once the browser is idle: no page needs them for its first picture, and later they have
 * to appear at once and without a connection.
 */
export async function prepareToasts(): Promise<void> {
  await whenIdle();
  await load();
}

const show =
  (kind: Kind) =>
  (title: Title, options?: Options): void =>
    void load().then((loaded) => loaded?.showToast(kind, title, options));

/** Short messages over the page. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  dismiss: (id: string): void => void load().then((loaded) => loaded?.hideToast(id)),
};
