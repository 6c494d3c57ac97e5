import { call, client } from '#src/client/client.ts';
import { isBehindAgeGate, type PageViewer } from '#src/lib/page-context.ts';
import { withoutPictures } from '../landing.rules.ts';
import type { FeaturedInfluencer } from '../landing.schema.ts';

/** Loads the featured influencers as visitors see them, for the server-rendered page. */
export async function loadFeatured(viewer: PageViewer): Promise<FeaturedInfluencer[]> {
  const { influencers } = await call(client.api.featured.$get());
  return isBehindAgeGate(viewer) ? withoutPictures(influencers) : influencers;
}
