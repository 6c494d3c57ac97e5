import { returnPath } from '#src/lib/return-path.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';

/** Why a visitor has to sign in, as shown on the sign-in page. */
export type SignInReason = 'content' | 'feed' | 'subscribe';

const ownPath = (next: string | null) => returnPath(next, window.location.origin);

/** The address of the sign-in page, which returns the visitor to `path`. */
export function signInAddress(reason: SignInReason, path: string): string {
  const next = ownPath(path);
  return `/login?${new URLSearchParams({ reason, ...(next !== null && { next }) })}`;
}

/** The address to return to after signing in. */
export function readReturnPath(): string | null {
  return ownPath(new URLSearchParams(window.location.search).get('next'));
}

/** {@link readReturnPath} for rendering: null on the server, which renders the page for everyone. */
export function useReturnPath(): string | null {
  return useHydrated() ? readReturnPath() : null;
}

/** A page of the sign-in flow that passes on the return address. */
export function withReturnPath(page: string, next: string | null): string {
  return next === null ? page : `${page}?${new URLSearchParams({ next })}`;
}
