import { desc } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import type { Db } from '#src/platform/database/db.ts';
import { FEATURED_COUNT, type FeaturedInfluencer } from '../landing.schema.ts';

/** Prepares the query of the newest active influencers for the landing page. */
export function prepareFeatured(db: Db) {
  const statement = db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      publicUrl: profiles.publicUrl,
      contentCategory: profiles.contentCategory,
      ...imageColumns,
    })
    .from(profiles)
    .where(isPublicInfluencer)
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
    .limit(FEATURED_COUNT)
    .prepare('featured_influencers');

  return async function listFeatured(): Promise<FeaturedInfluencer[]> {
    const rows = await statement.execute();
    return rows.map(({ id, fullName, publicUrl, contentCategory, ...images }) => ({
      id,
      fullName: fullName.trim() || 'Unknown',
      publicUrl,
      contentCategory,
      image: influencerImage(images),
    }));
  };
}
