import { call, client } from '#src/client/client.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { preferredInfluencer } from './preferred-influencer.ts';
import { readReturnPath } from './sign-in-address.ts';

/**
 * Opens the requested page after signing in, else the feed of a fan or the dashboard, which also sends
 * fans to the influencer whose page they came from.
 */
export async function openNextPage(): Promise<never> {
  const { session } = await call(client.api.auth.session.$get());
  if (!session)
    throw new Error(
      'Your browser blocked the cookie that keeps you signed in. Allow cookies for this site, then try again.',
    );
  toastOnNextPage({ title: 'Success', description: 'Logged in successfully!' });
  // A full page load clears all data of an earlier user from memory.
  const isFeedHome = session.role === 'subscriber' && !preferredInfluencer.read();
  return navigateAway(readReturnPath() ?? (isFeedHome ? '/my-feed' : '/dashboard'));
}
