import type { PageViewer } from '#src/lib/page-context.ts';
import { call, client } from '#src/web/client.ts';
import { withoutPortraits } from '../landing.rules.ts';
import type { FeaturedInfluencer } from '../landing.schema.ts';

/** The featured influencers, read by the loader of the rendered page, as a visitor. */
export async function loadFeatured(viewer: PageViewer): Promise<FeaturedInfluencer[]> {
  const { influencers } = await call(client.api.featured.$get());
  return viewer === 'unconfirmed' ? withoutPortraits(influencers) : influencers;
}
