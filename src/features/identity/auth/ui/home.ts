import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import { preferredInfluencer } from './preferred-influencer.ts';

/** The marketplace at the influencer who brought the fan here, once; null when there is none. */
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
    return `/marketplace?highlight=${influencer.id}`;
  } catch (error) {
    // Nobody has this address: asking again at every visit is no use.
    if (error instanceof ApiError && error.problem.status < 500) preferredInfluencer.clear();
    return null;
  }
}

/** Where a fan's dashboard leads: to the influencer who brought them, else to the feed. */
export const subscriberHome = async (queryClient: QueryClient): Promise<string> =>
  (await preferredInfluencerAddress(queryClient)) ?? '/my-feed';
