import { z } from 'zod';
import { emailSchema, MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { requiredPhoneSchema } from '#src/features/identity/accounts/phone.schema.ts';
import { botTrapShape } from '#src/lib/bot-trap.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { parseAge, parseFollowerCount } from './typed-numbers.ts';

export const APPLICATION_STATUSES = ['pending', 'accepted', 'rejected'] as const;

/** The general categories of the application form, before the categories of the marketplace. */
export const GENERAL_CATEGORIES = [
  'Fashion & Beauty',
  'Fitness & Health',
  'Food & Cooking',
  'Travel',
  'Technology',
  'Gaming',
  'Lifestyle',
  'Business',
  'Education',
  'Entertainment',
] as const;

export const APPLICANT_CATEGORIES = [...GENERAL_CATEGORIES, ...CATEGORIES] as const;

export const BRAND_PERSONALITIES = [
  'Authentic & Relatable',
  'Luxury & High-End',
  'Fun & Playful',
  'Professional & Serious',
  'Inspirational & Motivational',
  'Trendy & Fashionable',
] as const;

/** Labels of the fields, in the form and in error messages. */
export const APPLICATION_LABELS = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  age: 'Age',
  location: 'Location',
  instagramHandle: 'Instagram Handle',
  instagramFollowers: 'Instagram Followers',
  tiktokHandle: 'TikTok Handle',
  tiktokFollowers: 'TikTok Followers',
  youtubeChannel: 'YouTube Channel',
  youtubeSubscribers: 'YouTube Subscribers',
  otherPlatforms: 'Other Platforms',
  contentCategory: 'Content Category',
  niche: 'Niche',
  brandPersonality: 'Brand Personality',
  targetAudience: 'Target Audience',
  experience: 'Experience',
  previousBrands: 'Previous Brands',
  goals: 'Goals',
  whyJoin: 'Why Do You Want to Join?',
  portfolioLinks: 'Portfolio Links',
  bestContent: 'Best Content',
  achievements: 'Achievements',
} as const;
export type ApplicationField = keyof typeof APPLICATION_LABELS;
export const APPLICATION_FIELDS = Object.keys(APPLICATION_LABELS) as ApplicationField[];

/** The confirmation shown to an applicant. */
export const APPLICATION_SENT = {
  title: 'Application Submitted Successfully!',
  text: "Thank you for your interest! We're selective and will review your application carefully. You'll hear from us within 48 hours.",
} as const;

const LENGTHS = { handle: 100, short: 200, long: 5_000 } as const;

const text = (field: ApplicationField, length: keyof typeof LENGTHS, missing?: string) => {
  const label = APPLICATION_LABELS[field].replace('?', '');
  const maximum = LENGTHS[length];
  return z
    .string(missing ?? `${label} must be text`)
    .trim()
    .max(maximum, `${label} must be at most ${maximum} characters long`);
};

const required = (field: ApplicationField, length: keyof typeof LENGTHS, missing: string) =>
  text(field, length, missing).min(1, missing);

const optional = (field: ApplicationField, length: keyof typeof LENGTHS) =>
  text(field, length)
    .nullish()
    .transform((typed) => typed || null);

const typedNumber = z.union([z.string().max(40), z.number()], 'Please enter a number').nullish();

const followers = typedNumber.transform((typed) => parseFollowerCount(String(typed ?? '')));

const age = typedNumber.transform((typed, context): number => {
  const years = parseAge(String(typed ?? ''));
  if (years !== null && years >= MINIMUM_AGE) return years;
  const message =
    years === null ? 'Please enter your age in years' : 'You must be 18 or older to join';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const personalInfoSchema = z.object({
  fullName: required('fullName', 'short', 'Full name is required'),
  email: emailSchema,
  phone: requiredPhoneSchema,
  age,
  location: optional('location', 'short'),
});

export const socialPresenceSchema = z.object({
  instagramHandle: optional('instagramHandle', 'handle'),
  instagramFollowers: followers,
  tiktokHandle: optional('tiktokHandle', 'handle'),
  tiktokFollowers: followers,
  youtubeChannel: optional('youtubeChannel', 'handle'),
  youtubeSubscribers: followers,
  otherPlatforms: optional('otherPlatforms', 'long'),
});

export const contentAndBrandSchema = z.object({
  contentCategory: z.enum(APPLICANT_CATEGORIES, 'Please select a content category'),
  niche: optional('niche', 'short'),
  brandPersonality: z
    .enum(['', ...BRAND_PERSONALITIES], 'Please select a brand personality')
    .nullish()
    .transform((chosen) => chosen || null),
  targetAudience: optional('targetAudience', 'long'),
});

export const experienceSchema = z.object({
  experience: optional('experience', 'long'),
  previousBrands: optional('previousBrands', 'long'),
  goals: optional('goals', 'long'),
  whyJoin: required('whyJoin', 'long', 'Please tell us why you want to join'),
});

export const portfolioSchema = z.object({
  portfolioLinks: optional('portfolioLinks', 'long'),
  bestContent: optional('bestContent', 'long'),
  achievements: optional('achievements', 'long'),
});

/** The payload of the application form: its five steps. Numbers may be as typed. */
export const applicationSchema = z.object({
  ...personalInfoSchema.shape,
  ...socialPresenceSchema.shape,
  ...contentAndBrandSchema.shape,
  ...experienceSchema.shape,
  ...portfolioSchema.shape,
});
export type Application = z.output<typeof applicationSchema>;

/** The submitted application, with the trap for bots. */
export const sentApplicationSchema = applicationSchema.extend(botTrapShape);
