import { and, eq, not } from 'drizzle-orm';
import { publicImageStem } from '#src/lib/images.ts';
import { userRoles } from './accounts.table.ts';
import { profiles } from './profiles.table.ts';
import { isSuspendedNow } from './suspended.ts';

/**
 * The influencers that visitors may see: live, active and not banned. For joined profiles, users
 * and user_roles.
 */
export const isPublicInfluencer = and(
  eq(userRoles.role, 'influencer'),
  eq(profiles.isDraft, false),
  eq(profiles.isActive, true),
  not(isSuspendedNow),
);

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
