import { notFound } from '@tanstack/react-router';
import { call, client } from '#src/client.ts';
import type { InfluencerPage } from '#src/features/marketplace/marketplace.schema.ts';
import { ApiError } from '#src/lib/api-error.ts';
import type { FeaturedInfluencer } from '../landing.schema.ts';

/** Data of the server-rendered pages: read by their loaders, as a visitor. */
export const loadFeatured = async (): Promise<FeaturedInfluencer[]> =>
  (await call(client.api.featured.$get())).influencers;

/** @throws the router's not-found for an address that is no active influencer's */
export async function loadInfluencer(publicUrl: string): Promise<InfluencerPage> {
  try {
    const param = { publicUrl };
    return (await call(client.api.marketplace[':publicUrl'].$get({ param }))).influencer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status < 500) throw notFound();
    throw error;
  }
}
