import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { setScreenTimeZone } from '#src/lib/locale/screen-dates.ts';
import type { Role } from '#src/lib/roles.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { signInAddress } from './sign-in-address.ts';

/** The signed-in user; null for visitors. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { session } = await call(client.api.auth.session.$get());
    setScreenTimeZone(session?.user.timeZone ?? null);
    return session;
  },
  staleTime: 60_000,
});

export function useSession() {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the back office views the product as the fan of the session, so that nothing can change. */
export function useIsViewingAsFan(): boolean {
  return Boolean(useSession()?.viewingUntil);
}

type GuardInput = { context: { queryClient: QueryClient }; location: { href: string } };

/** The sign-in page, which returns to this address. */
const signInAgain = (address: string): string =>
  signInAddress(/^\/my-feed\b/.test(address) ? 'feed' : 'content', address);

/** The route guard: visitors go to /login and back, users with another role to /dashboard. */
export function requireRole(...roles: Role[]) {
  return async ({ context, location }: GuardInput) => {
    watchRefusals(context.queryClient);
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ href: signInAgain(location.href) });
    if (roles.length > 0 && !(session.role && roles.includes(session.role))) {
      throw redirect({ to: '/dashboard' });
    }
  };
}

const watched = new WeakSet<QueryClient>();
// While it leaves, further refusals are expected.
let isLeaving = false;

/** Loads a page anew, which clears the session's data from memory. */
function loadPage(address: string): void {
  isLeaving = true;
  // The browser's Back may restore the page that is left as it was.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  window.location.assign(address);
}

/**
 * Opens /login when the server refuses a call because the session has ended or the account was
 * suspended. It does not sign out: by the time an answer arrives, the browser may have signed in
 * anew.
 */
function watchRefusals(queryClient: QueryClient): void {
  if (watched.has(queryClient)) return;
  watched.add(queryClient);
  const leave = (error: unknown) => {
    if (isLeaving || !(error instanceof ApiError)) return;
    const { code } = error.problem;
    // Another tab may have started it.
    if (code === 'viewing-as-fan') void queryClient.invalidateQueries(sessionQuery);
    if (code !== 'unauthenticated' && code !== 'suspended') return;
    const { pathname, search, hash } = window.location;
    loadPage(
      code === 'suspended' ? '/login?reason=suspended' : signInAgain(pathname + search + hash),
    );
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') leave(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    leave(event.action.error);
    explainViewing(event.action.error);
  });
}

/** Says why a change was refused while viewing as a fan, whatever the screen says. */
function explainViewing(error: unknown): void {
  if (!(error instanceof ApiError) || error.problem.code !== 'viewing-as-fan') return;
  toast.info('Nothing was changed', {
    id: 'viewing-as-fan',
    description: 'You’re viewing as a fan. End the viewing to make changes.',
  });
}

/** Ends the session and opens /login. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await call(client.api.auth['sign-out'].$post());
    // Drafts and the links of mails; not every browser removes them as the answer requests.
    sessionStorage.clear();
    loadPage('/login');
  } catch (error) {
    isLeaving = false;
    toast.error('Error', { description: (error as Error).message });
  }
}
