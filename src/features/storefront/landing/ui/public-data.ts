import { notFound } from '@tanstack/react-router';
import {
  type ShownInfluencer,
  withoutImages,
  withoutPortraits,
} from '#src/features/storefront/influencer-page/landing.rules.ts';
import { ApiError } from '#src/lib/api-error.ts';
import type { Viewer } from '#src/lib/page-context.ts';
import { call, client } from '#src/web/client.ts';
import type { FeaturedInfluencer } from '../landing.schema.ts';

/** Data of the server-rendered pages: read by their loaders, as a visitor. */
export async function loadFeatured(viewer: Viewer): Promise<FeaturedInfluencer[]> {
  const { influencers } = await call(client.api.featured.$get());
  return viewer === 'unconfirmed' ? withoutPortraits(influencers) : influencers;
}

/** @throws the router's not-found for an address that is no active influencer's */
export async function loadInfluencer(publicUrl: string, viewer: Viewer): Promise<ShownInfluencer> {
  try {
    const param = { publicUrl };
    const { influencer } = await call(client.api.marketplace[':publicUrl'].$get({ param }));
    return viewer === 'unconfirmed' ? withoutImages(influencer) : influencer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status < 500) throw notFound();
    throw error;
  }
}
