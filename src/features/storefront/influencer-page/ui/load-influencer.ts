import { notFound } from '@tanstack/react-router';
import { ApiError } from '#src/lib/api-error.ts';
import type { PageViewer } from '#src/lib/page-context.ts';
import { call, client } from '#src/web/client.ts';
import { withoutImages, type ShownInfluencer } from '../landing.rules.ts';

/**
 * An influencer's page, read by the loader of the rendered page, as a visitor.
 * @throws the router's not-found for an address that is no active influencer's
 */
export async function loadInfluencer(
  publicUrl: string,
  viewer: PageViewer,
): Promise<ShownInfluencer> {
  try {
    const param = { publicUrl };
    const { influencer } = await call(client.api.marketplace[':publicUrl'].$get({ param }));
    return viewer === 'unconfirmed' ? withoutImages(influencer) : influencer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status < 500) throw notFound();
    throw error;
  }
}
