import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { changeProfile } from '#src/features/identity/accounts/server/change-profile.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { OwnProfileChange, ownProfileSchema } from '../profile.schema.ts';

/** @throws DomainError 'not-found' */
export async function getOwnProfile(
  db: Db,
  { userId, role }: Actor,
): Promise<z.input<typeof ownProfileSchema>> {
  const [row] = await db
    .select({
      version: profiles.version,
      fullName: profiles.fullName,
      email: profiles.email,
      phone: profiles.phone,
      bio: profiles.bio,
      createdAt: profiles.createdAt,
      influencer: {
        instagramHandle: profiles.instagramHandle,
        instagramFollowers: profiles.instagramFollowers,
        onlyfansHandle: profiles.onlyfansHandle,
        onlyfansFollowers: profiles.onlyfansFollowers,
        publicUrl: profiles.publicUrl,
        pageThemeColor: profiles.pageThemeColor,
        pageHeroTitle: profiles.pageHeroTitle,
        pageHeroSubtitle: profiles.pageHeroSubtitle,
        pageAboutTitle: profiles.pageAboutTitle,
        pageWhySignupTitle: profiles.pageWhySignupTitle,
      },
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!row) throw new DomainError('not-found', 'Failed to load profile information');
  const { createdAt, influencer, ...profile } = row;
  return {
    ...profile,
    role,
    memberSince: createdAt,
    influencer: role === 'influencer' ? influencer : null,
  };
}

/** @throws DomainError 'conflict' when someone changed the profile in the meantime */
export async function updateOwnProfile(
  db: Db,
  { userId }: Actor,
  { version, ...change }: OwnProfileChange,
): Promise<{ version: number }> {
  await requireAllowedText(db, { fullName: change.fullName, bio: change.bio });
  return db.transaction(async (tx) => {
    // Locks the user first, as everywhere, to avoid deadlocks.
    await tx.update(users).set({ name: change.fullName }).where(eq(users.id, userId));
    return changeProfile(tx, { id: userId, version }, change, 'Your profile');
  });
}
