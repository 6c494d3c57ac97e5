import { z } from 'zod';
import {
  INFLUENCER_LABELS,
  influencerFieldsSchema,
} from '#src/features/agency/influencers/influencers.schema.ts';
import {
  HERO_ALIGNMENTS,
  PAGE_LABELS,
  pageFieldsSchema,
} from '#src/features/identity/accounts/page-fields.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';

/** Labels of the fields of the edit screen. */
export const EDIT_LABELS = {
  ...INFLUENCER_LABELS,
  isActive: 'Active',
  ...PAGE_LABELS,
} as const;
export type EditField = keyof typeof EDIT_LABELS;
export const EDIT_FIELDS = Object.keys(EDIT_LABELS) as EditField[];

/** The fields with counts. */
export const COUNT_FIELDS = [
  'instagramFollowers',
  'onlyfansFollowers',
  'onlyfansSubscribers',
  'tiktokFollowers',
  'youtubeSubscribers',
  'experienceYears',
] as const satisfies EditField[];
export type CountField = (typeof COUNT_FIELDS)[number];

/** The payload of the edit screen: changed fields and the version they are based on. */
export const editInfluencerSchema = influencerFieldsSchema
  .extend({ ...pageFieldsSchema.shape, isActive: z.boolean('Choose whether the page is shown') })
  .partial()
  .extend({ version: versionSchema });
export type InfluencerChange = z.output<typeof editInfluencerSchema>;

const text = z.string().nullable();
const count = z.int();

/** An influencer as stored, without today's validation. */
export const influencerRecordSchema = z.object({
  id: z.uuid(),
  version: versionSchema,
  /** A suspended influencer is also hidden, and cannot sign in. */
  isSuspended: z.boolean(),
  /** The address that will replace the present one once it is confirmed. */
  pendingEmail: z.string().nullable(),
  isActive: z.boolean(),
  /** Not shown to anybody before going live. */
  isDraft: z.boolean(),
  /** When the influencer was last invited; null once they have chosen a password. */
  invitedAt: instantSchema.nullable(),
  fullName: z.string(),
  email: z.string(),
  phone: text,
  publicUrl: text,
  dateOfBirth: text,
  location: text,
  bio: text,
  contentCategory: text,
  instagramHandle: text,
  instagramFollowers: count,
  onlyfansHandle: text,
  onlyfansFollowers: count,
  onlyfansSubscribers: count,
  tiktokHandle: text,
  tiktokFollowers: count,
  youtubeChannel: text,
  youtubeSubscribers: count,
  otherPlatforms: text,
  niche: text,
  brandPersonality: text,
  targetAudience: text,
  experienceYears: count.nullable(),
  previousBrands: text,
  goals: text,
  achievements: text,
  whyJoin: text,
  portfolioUrl: text,
  portfolioLinks: text,
  bestContent: text,
  pageThemeColor: text,
  pageHeroTitle: text,
  pageHeroSubtitle: text,
  pageHeroAlignment: z.enum(HERO_ALIGNMENTS),
  pageAboutTitle: text,
  pageAboutContent: text,
  pageWhySignupTitle: text,
  pageWhySignupContent: text,
});
export type InfluencerRecord = z.infer<typeof influencerRecordSchema>;
