import { notFound } from '@tanstack/react-router';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { isBehindAgeGate, type PageViewer } from '#src/lib/page-context.ts';
import { withoutImages, type VisibleInfluencer } from '../influencer-page.rules.ts';

/**
 * Loads an influencer's page as visitors see it, for the server-rendered page.
 * @throws the router's not-found for anything but an active influencer's address
 */
export async function loadInfluencer(
  publicUrl: string,
  viewer: PageViewer,
): Promise<VisibleInfluencer> {
  try {
    const param = { publicUrl };
    const { influencer } = await call(client.api.marketplace[':publicUrl'].$get({ param }));
    if (isBehindAgeGate(viewer)) return withoutImages(influencer);
    // The page is the same for all subscribers, and it is loaded without a session.
    return viewer === 'subscriber' ? { ...influencer, subscribeState: 'subscribed' } : influencer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status < 500) throw notFound();
    throw error;
  }
}
