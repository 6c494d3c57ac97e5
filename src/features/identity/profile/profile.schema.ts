import { z } from 'zod';
import { phoneSchema } from '#src/features/identity/accounts/phone.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { ROLES } from '#src/lib/roles.ts';
import { versionSchema } from '#src/lib/version.ts';

export const NAME_MAXIMUM_LENGTH = 200;
export const BIO_MAXIMUM_LENGTH = 5_000;

const text = (label: string, maximum: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(maximum, `${label} must be at most ${maximum} characters long`);

export const fullNameSchema = text('Full name', NAME_MAXIMUM_LENGTH);
/**
 * The personal fields that the back office and the owner can change; without `phone` the stored one
 * does not change.
 */
export const personShape = { fullName: fullNameSchema, phone: phoneSchema.optional() };
export const bioSchema = text('Bio', BIO_MAXIMUM_LENGTH)
  .nullish()
  .transform((typed) => typed || null);

export const savedSchema = z.object({ version: versionSchema });

const typed = z.string().nullable();

/** The actor's profile; fields of influencers are null for everyone else. */
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

/** The changes that admins and staff can make to their own profile. */
export const ownProfileChangeSchema = z.object({
  version: versionSchema,
  ...personShape,
  bio: bioSchema,
});
export type OwnProfileChange = z.output<typeof ownProfileChangeSchema>;
