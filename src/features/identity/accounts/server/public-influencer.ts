import { and, isNotNull, not, sql } from 'drizzle-orm';
import { publicImageStem } from '#src/lib/images.ts';
import { userRoles } from './accounts.table.ts';
import { profiles } from './profiles.table.ts';
import { isSuspendedUser } from './suspended.ts';

// A join would let PostgreSQL expect few of the profiles with a public page to be influencers' ones.
const isInfluencer = sql`(select true from ${userRoles}
  where ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer') is not null`;

/** The influencers that visitors may see: live, active and not suspended. For joined profiles. */
export const isPublicInfluencer = and(
  isInfluencer,
  // As in the condition of their indexes.
  sql`not ${profiles.isDraft} and ${profiles.isActive}`,
  not(isSuspendedUser(profiles.id)),
);

/** The influencers who have a public page, and so can be found. For joined profiles. */
export const isListedInfluencer = and(isPublicInfluencer, isNotNull(profiles.publicUrl));

/** The columns that {@link influencerImage} reads. */
export const imageColumns = {
  aboutImages: profiles.pageAboutImages,
  photoKey: profiles.profilePhotoS3Key,
  photoUrl: profiles.profilePhotoS3Url,
  avatarUrl: profiles.avatarUrl,
};

type ImageColumns = {
  aboutImages: string[];
  photoKey: string | null;
  photoUrl: string | null;
  avatarUrl: string | null;
};

/** The picture of a card: the first about-page image, else the profile photo, else the avatar. */
export function influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }: ImageColumns) {
  const key = aboutImages[0] ?? photoKey;
  return key ? publicImageStem(key) : (photoUrl ?? avatarUrl);
}
