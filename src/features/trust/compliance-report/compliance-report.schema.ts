import { z } from 'zod';
import { COMPLAINT_KINDS } from '#src/features/trust/complaints/complaints.schema.ts';
import { reviewTimeFiguresSchema } from '#src/features/trust/reviews/review-times.schema.ts';
import { monthSchema } from '#src/lib/locale/months.ts';

export const complianceReportQuerySchema = z.object({ month: monthSchema });

const count = z.int();

/** What happened to the complaints of one kind in a month. */
const complaintFiguresSchema = z.object({
  kind: z.enum(COMPLAINT_KINDS),
  received: count,
  removed: count,
  noAction: count,
  /** Decided after the deadline. */
  late: count,
  /** Not decided when the month ended. */
  openAtEnd: count,
  /** The median time from a report to its decision, in hours; null without decisions. */
  medianHours: z.number().nullable(),
});
export type ComplaintFigures = z.infer<typeof complaintFiguresSchema>;

/** What an acquirer wants to know about a month. */
export const complianceReportSchema = z.object({
  month: monthSchema,
  /** The months to choose from, the newest first. */
  months: z.array(monthSchema),
  postsPublished: count,
  /** Decisions about posts before their publication, without undone ones. */
  postsApproved: count,
  postsReturned: count,
  postsRejected: count,
  /** Posts of trusted influencers that were published outside the sample of `REVIEW_SAMPLE`. */
  postsUnsampled: count,
  /** The share of their posts that is reviewed now; null if all posts are, or none needs a review. */
  sampledPercent: z.int().nullable(),
  /** Whether posts need a review now. */
  requiresReviews: z.boolean(),
  /** How long such decisions took. */
  reviewTimes: reviewTimeFiguresSchema,
  /** Within how many hours the agency wants to review a post. */
  reviewAimHours: z.int(),
  /** Checks of identity that ended in the month. */
  identitiesVerified: count,
  identitiesRejected: count,
  /** Performers whose verification was valid when the month ended. */
  verifiedAtEnd: count,
  consentsRecorded: count,
  consentsWithdrawn: count,
  /** By kind, the most severe first; kinds without complaints are included. */
  complaints: z.array(complaintFiguresSchema),
  appealsReceived: count,
  appealsDecided: count,
  /** Decided appeals that changed the decision. */
  decisionsChanged: count,
  filesBlocked: count,
  /** Uploads that were refused as copies of blocked files. */
  uploadsRefused: count,
});
export type ComplianceReport = z.infer<typeof complianceReportSchema>;
