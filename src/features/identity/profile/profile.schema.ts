import { z } from 'zod';
import { bioSchema, personShape } from '#src/features/backoffice/users/users.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { ROLES } from '#src/lib/roles.ts';
import { versionSchema } from '#src/lib/version.ts';

const typed = z.string().nullable();

/** The own profile as its screen shows it; what concerns influencers alone is null for others. */
export const ownProfileSchema = z.object({
  version: versionSchema,
  fullName: z.string(),
  email: z.string(),
  phone: typed,
  bio: typed,
  role: z.enum(ROLES).nullable(),
  memberSince: instantSchema,
  influencer: z
    .object({
      instagramHandle: typed,
      instagramFollowers: z.int(),
      onlyfansHandle: typed,
      onlyfansFollowers: z.int(),
      publicUrl: typed,
      pageThemeColor: typed,
      pageHeroTitle: typed,
      pageHeroSubtitle: typed,
      pageAboutTitle: typed,
      pageWhySignupTitle: typed,
    })
    .nullable(),
});
export type OwnProfile = z.infer<typeof ownProfileSchema>;

/** What admin and staff change of their own profile. */
export const ownProfileChangeSchema = z.object({
  version: versionSchema,
  ...personShape,
  bio: bioSchema,
});
export type OwnProfileChange = z.output<typeof ownProfileChangeSchema>;
