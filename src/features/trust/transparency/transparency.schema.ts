import { z } from 'zod';
import { COMPLAINT_KINDS } from '#src/features/trust/complaints/complaints.schema.ts';
import { policySchema } from '#src/features/trust/policies/policies.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** Counts from one up to this are not published: they could lead to a person. */
export const SMALL_COUNT = 4;
/** How many half-years are shown at most. */
export const SHOWN_HALF_YEARS = 6;

/** A count; null if it is small. */
const count = z.int().nullable();

/** What happened to the reports of one kind in a half-year. */
const noticesSchema = z.object({
  kind: z.enum(COMPLAINT_KINDS),
  received: count,
  removed: count,
  noAction: count,
  /** The median time from a report to its decision in hours; null for fewer than five decisions. */
  medianHours: z.number().nullable(),
});

const halfYearSchema = z.object({
  /** "2026-H2". */
  name: z.string(),
  from: instantSchema,
  /** The first instant after the figures. */
  to: instantSchema,
  /** Whether the half-year has not ended. */
  isPartial: z.boolean(),
  /** By kind, the most severe first. */
  notices: z.array(noticesSchema),
  /** Posts that the software hid until a person decided. */
  hiddenAutomatically: count,
  appealsReceived: count,
  appealsDecided: count,
  decisionsChanged: count,
  /** Uploads that the software refused as copies of removed or prohibited files. */
  uploadsRefused: count,
});
export type HalfYear = z.infer<typeof halfYearSchema>;

/** What the platform did about reports of content, the newest half-year first. */
export const transparencySchema = z.object({
  /** The policies that decisions rest on, as far as they are public. */
  policies: z.array(policySchema.pick({ title: true, basis: true, ground: true })),
  halfYears: z.array(halfYearSchema),
});
export type Transparency = z.infer<typeof transparencySchema>;
