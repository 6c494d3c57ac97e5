import { z } from 'zod';
import { BRAND_PERSONALITIES } from '#src/features/agency/applications/applications.schema.ts';
import { emailSchema, MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { requiredPhoneSchema } from '#src/features/identity/accounts/phone.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { calculateAge } from '#src/lib/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { isReservedSlug, toSlug } from '#src/lib/slug.ts';

/** Labels of an influencer's fields, in forms and in error messages. */
export const INFLUENCER_LABELS = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  publicUrl: 'Public URL',
  dateOfBirth: 'Date of Birth',
  location: 'Location',
  bio: 'Bio',
  contentCategory: 'Content Category',
  instagramHandle: 'Instagram Handle',
  instagramFollowers: 'Instagram Followers',
  onlyfansHandle: 'OnlyFans Handle',
  onlyfansFollowers: 'OnlyFans Followers',
  onlyfansSubscribers: 'OnlyFans Subscribers',
  tiktokHandle: 'TikTok Handle',
  tiktokFollowers: 'TikTok Followers',
  youtubeChannel: 'YouTube Channel',
  youtubeSubscribers: 'YouTube Subscribers',
  otherPlatforms: 'Other Platforms',
  niche: 'Niche',
  brandPersonality: 'Brand Personality',
  targetAudience: 'Target Audience',
  experienceYears: 'Experience (years)',
  previousBrands: 'Previous Brands',
  goals: 'Goals',
  achievements: 'Achievements',
  whyJoin: 'Why Do They Want to Join?',
  portfolioUrl: 'Portfolio URL',
  portfolioLinks: 'Portfolio Links',
  bestContent: 'Best Content',
} as const;
export type InfluencerField = keyof typeof INFLUENCER_LABELS;

export const MAXIMUM_SLUG_LENGTH = 60;
const MAXIMUM_COUNT = 2 ** 31 - 1;
const LENGTHS = { handle: 100, short: 200, long: 5_000 } as const;
type Length = keyof typeof LENGTHS;

const text = (field: InfluencerField, length: Length, missing?: string) => {
  const label = INFLUENCER_LABELS[field].replace('?', '');
  const maximum = formatNumber(LENGTHS[length]);
  return z
    .string(missing ?? `${label} must be text`)
    .trim()
    .max(LENGTHS[length], `${label} must be at most ${maximum} characters long`);
};

const required = (field: InfluencerField, length: Length, missing: string) =>
  text(field, length, missing).min(1, missing);

const optional = (field: InfluencerField, length: Length) =>
  text(field, length)
    .nullish()
    .transform((typed) => typed || null);

const wholeNumber = (field: InfluencerField, maximum: number) => {
  const label = INFLUENCER_LABELS[field];
  return z
    .int(`${label} must be a whole number`)
    .min(0, `${label} can’t be negative`)
    .max(maximum, `${label} can be at most ${formatNumber(maximum)}`);
};

/** A follower count; empty counts as 0. */
const followers = (field: InfluencerField) =>
  z
    .union([z.literal(''), wholeNumber(field, MAXIMUM_COUNT)])
    .nullish()
    .transform((count) => count || 0);

const isWebAddress = (typed: string) =>
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).safeParse(typed).success;

const isDate = (date: string) => !Number.isNaN(calculateAge(date, new Date()));
const dateOfBirth = z
  .string('Please enter a date of birth')
  .trim()
  .max(10, { error: 'Please enter a date of birth as YYYY-MM-DD', abort: true })
  .refine((date) => !date || isDate(date), {
    error: 'Please enter a date of birth as YYYY-MM-DD',
    abort: true,
  })
  .refine((date) => !date || calculateAge(date, new Date()) >= MINIMUM_AGE, {
    error: 'An influencer must be 18 or older',
    abort: true,
  })
  .refine((date) => !date || calculateAge(date, new Date()) <= 120, 'Please enter a date of birth')
  .nullish()
  .transform((date) => date || null);

/** A public URL, normalized to its stored form. */
export const publicUrlSchema = z
  .string('Public URL is required')
  .max(200, `Public URL must be at most ${MAXIMUM_SLUG_LENGTH} characters long`)
  .transform(toSlug)
  .refine((slug) => /[a-z0-9]/.test(slug), { error: 'Public URL is required', abort: true })
  .refine(
    (slug) => slug.length <= MAXIMUM_SLUG_LENGTH,
    `Public URL must be at most ${MAXIMUM_SLUG_LENGTH} characters long`,
  )
  .refine((slug) => !isReservedSlug(slug), {
    error: ({ input }) => `/${String(input)} is reserved by the site. Choose another.`,
  });

/** The fields of an influencer that the back office fills in to create and to edit. */
export const influencerFieldsSchema = z.object({
  fullName: required('fullName', 'short', 'Full name is required'),
  email: emailSchema,
  phone: requiredPhoneSchema,
  publicUrl: publicUrlSchema,
  dateOfBirth,
  location: optional('location', 'short'),
  bio: optional('bio', 'long'),
  contentCategory: z
    .enum(['', ...CATEGORIES], 'Please select a category')
    .nullish()
    .transform((chosen) => chosen || null),
  instagramHandle: optional('instagramHandle', 'handle'),
  instagramFollowers: followers('instagramFollowers'),
  onlyfansHandle: optional('onlyfansHandle', 'handle'),
  onlyfansFollowers: followers('onlyfansFollowers'),
  onlyfansSubscribers: followers('onlyfansSubscribers'),
  tiktokHandle: optional('tiktokHandle', 'handle'),
  tiktokFollowers: followers('tiktokFollowers'),
  youtubeChannel: optional('youtubeChannel', 'handle'),
  youtubeSubscribers: followers('youtubeSubscribers'),
  otherPlatforms: optional('otherPlatforms', 'long'),
  niche: optional('niche', 'short'),
  brandPersonality: z
    .enum(['', ...BRAND_PERSONALITIES], 'Please select a brand personality')
    .nullish()
    .transform((chosen) => chosen || null),
  targetAudience: optional('targetAudience', 'long'),
  experienceYears: z
    .union([z.literal(''), wholeNumber('experienceYears', 80)])
    .nullish()
    .transform((years) => (years === '' ? null : (years ?? null))),
  previousBrands: optional('previousBrands', 'long'),
  goals: optional('goals', 'long'),
  achievements: optional('achievements', 'long'),
  whyJoin: required('whyJoin', 'long', 'Please enter why they want to join'),
  portfolioUrl: optional('portfolioUrl', 'short').refine(
    (typed) => !typed || isWebAddress(typed),
    'Portfolio URL must be a web address such as https://example.com',
  ),
  portfolioLinks: optional('portfolioLinks', 'long'),
  bestContent: optional('bestContent', 'long'),
});
