import { returnPath } from '#src/lib/return-path.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';

/** Why someone is asked to sign in; the sign-in page says it. */
export type SignInReason = 'content' | 'feed' | 'subscribe';

const ownPath = (next: string | null) => returnPath(next, window.location.origin);

/** The address of the sign-in page, from where the visitor is led back to `path`. */
export function signInAddress(reason: SignInReason, path: string): string {
  const next = ownPath(path);
  return `/login?${new URLSearchParams({ reason, ...(next !== null && { next }) })}`;
}

/** The address that this page's visitor wanted before they had to sign in. */
export const readReturnPath = (): string | null =>
  ownPath(new URLSearchParams(window.location.search).get('next'));

/** {@link readReturnPath} for rendering: null on the server, which renders the page for everyone. */
export const useReturnPath = (): string | null => (useHydrated() ? readReturnPath() : null);

/** A page on the way to signing in, which passes on where the visitor wanted to go. */
export const withReturnPath = (page: string, next: string | null): string =>
  next === null ? page : `${page}?${new URLSearchParams({ next })}`;
