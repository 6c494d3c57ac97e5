import type { QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { preferredInfluencer } from './preferred-influencer.ts';

/**
 * The marketplace address that highlights the preferred influencer, once; null without one and for
 * subscribers.
 */
async function preferredInfluencerAddress(queryClient: QueryClient): Promise<string | null> {
  const publicUrl = preferredInfluencer.read();
  if (!publicUrl) return null;
  try {
    const { influencer } = await queryClient.fetchQuery({
      queryKey: ['preferred-influencer', publicUrl],
      queryFn: () => call(client.api.marketplace[':publicUrl'].$get({ param: { publicUrl } })),
      retry: false,
    });
    preferredInfluencer.clear();
    if (influencer.subscribeState === 'subscribed') return null;
    return `/marketplace?highlight=${influencer.id}`;
  } catch (error) {
    // The influencer does not exist: do not ask again at every visit.
    if (error instanceof ApiError && error.problem.status < 500) preferredInfluencer.clear();
    return null;
  }
}

/** The home page of a fan: the preferred influencer in the marketplace, else the feed. */
export async function subscriberHome(queryClient: QueryClient): Promise<string> {
  return (await preferredInfluencerAddress(queryClient)) ?? '/my-feed';
}
