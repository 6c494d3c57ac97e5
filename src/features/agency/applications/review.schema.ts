import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import {
  APPLICANT_CATEGORIES,
  APPLICATION_STATUSES,
  BRAND_PERSONALITIES,
} from './applications.schema.ts';

const answer = z.string().nullable();
const count = z.int();

/** What an applicant told, as it is kept. */
export const applicantSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  age: z.int().nullable(),
  location: answer,
  instagramHandle: answer,
  instagramFollowers: count,
  tiktokHandle: answer,
  tiktokFollowers: count,
  youtubeChannel: answer,
  youtubeSubscribers: count,
  otherPlatforms: answer,
  contentCategory: z.enum(APPLICANT_CATEGORIES),
  niche: answer,
  brandPersonality: z.enum(BRAND_PERSONALITIES).nullable(),
  targetAudience: answer,
  experience: answer,
  previousBrands: answer,
  goals: answer,
  whyJoin: z.string(),
  portfolioLinks: answer,
  bestContent: answer,
  achievements: answer,
});

const stateShape = {
  id: z.uuid(),
  status: z.enum(APPLICATION_STATUSES),
  createdAt: instantSchema,
  reviewedAt: instantSchema.nullable(),
  /** Name of who reviewed it; null also when they are gone. */
  reviewedBy: z.string().nullable(),
  isConverted: z.boolean(),
  /** Whom it was converted into, if that is someone the reader may see. */
  influencerId: z.uuid().nullable(),
};

/** An application as the office reads it. */
export const applicationRecordSchema = applicantSchema.extend({
  ...stateShape,
  notes: z.string().nullable(),
});
export type ApplicationRecord = z.infer<typeof applicationRecordSchema>;

/** What of an accepted application goes into the dialog that creates its influencer. */
export const convertedApplicationSchema = applicantSchema.extend({ id: z.uuid() });
export type ConvertedApplication = z.infer<typeof convertedApplicationSchema>;

export const applicationRowSchema = applicantSchema
  .pick({
    fullName: true,
    email: true,
    phone: true,
    age: true,
    location: true,
    instagramHandle: true,
    instagramFollowers: true,
    tiktokHandle: true,
    tiktokFollowers: true,
    youtubeChannel: true,
    youtubeSubscribers: true,
    contentCategory: true,
    niche: true,
  })
  .extend(stateShape);
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

/** What the list can be ordered by: when it was received, or who applied. */
const SORTS = ['received', 'name'] as const;

export const applicationFilterSchema = z.object({
  ...listingShape(SORTS, '-received'),
  status: z.enum(APPLICATION_STATUSES).optional(),
});
export type ApplicationFilter = z.output<typeof applicationFilterSchema>;
export const applicationPageSchema = listPageSchema(applicationRowSchema);

/** How many there are of each status, of those that the words find; `late` ones are pending too. */
export const applicationCountsSchema = z.object({
  all: z.int(),
  pending: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  late: z.int(),
});

const NOTES_MAXIMUM_LENGTH = 5_000;

/** The answer to an application. */
export const reviewSchema = z.object({
  status: z.enum(['accepted', 'rejected'], 'Please accept or reject the application'),
  notes: z
    .string('Notes must be text')
    .trim()
    .max(NOTES_MAXIMUM_LENGTH, `Notes must be at most ${NOTES_MAXIMUM_LENGTH} characters long`)
    .nullish()
    .transform((typed) => typed || null),
});
export type Review = z.output<typeof reviewSchema>;

const REASON_MAXIMUM_LENGTH = 500;

/** Why a rejected application is pending again. */
export const reopeningSchema = z.object({
  reason: z
    .string('Please give a reason')
    .trim()
    .min(1, { error: 'Please give a reason', abort: true })
    .max(
      REASON_MAXIMUM_LENGTH,
      `The reason must be at most ${REASON_MAXIMUM_LENGTH} characters long`,
    ),
});
