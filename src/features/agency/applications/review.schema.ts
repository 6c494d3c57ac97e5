import { z } from 'zod';
import {
  ownerFilterSchema,
  ownerSchema,
} from '#src/features/identity/colleagues/colleagues.schema.ts';
import { tagFilterSchema, tagsSchema } from '#src/features/identity/tags/tags.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds, listingShape, listPageSchema } from '#src/lib/listing.ts';
import { applicationQuestionSchema } from './application-status.schema.ts';
import {
  APPLICANT_CATEGORIES,
  APPLICATION_STATUSES,
  BRAND_PERSONALITIES,
} from './applications.schema.ts';

const answer = z.string().nullable();
const count = z.int();

/** An applicant's answers as stored. */
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
  /** Name of the reviewer; null also when that user was deleted. */
  reviewedBy: z.string().nullable(),
  isConverted: z.boolean(),
  /** The influencer it was converted into, if the reader may see that influencer. */
  influencerId: z.uuid().nullable(),
  owner: ownerSchema,
  tags: tagsSchema,
};

/** An application as the back office reads it. */
export const applicationRecordSchema = applicantSchema.extend({
  ...stateShape,
  notes: z.string().nullable(),
  /** Questions of the staff to the applicant, oldest first. */
  questions: z.array(applicationQuestionSchema),
});
export type ApplicationRecord = z.infer<typeof applicationRecordSchema>;

/** The fields of an accepted application that the Create Influencer dialog uses. */
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

/** Sort keys: time received, or name of the applicant. */
const SORTS = ['received', 'name'] as const;

export const applicationFilterSchema = z.object({
  ...listingShape(SORTS, '-received'),
  status: z.enum(APPLICATION_STATUSES).optional(),
  owner: ownerFilterSchema,
  tag: tagFilterSchema,
});
export type ApplicationFilter = z.output<typeof applicationFilterSchema>;
export const applicationPageSchema = listPageSchema(applicationRowSchema);

/**
 * Counts by status of the applications that match the search; `late` ones are also counted as
 * pending.
 */
export const applicationCountsSchema = z.object({
  all: z.int(),
  pending: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  late: z.int(),
});

const NOTES_MAXIMUM_LENGTH = 5_000;

/** The review of an application. */
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

/** The same review of many applications, without notes. */
export const bulkReviewSchema = reviewSchema.pick({ status: true }).extend({ ids: bulkIds });

/** The review to undo, by its time. */
export const undoReviewSchema = z.object({ reviewedAt: z.iso.datetime() });

const REASON_MAXIMUM_LENGTH = 500;

/** The reason for reopening a decided application. */
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
