import { z } from 'zod';
import { TAX_FORMS } from '#src/features/money/payees/tax-details.schema.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** A calendar year (UTC) of which payees are reported. */
export const reportYearSchema = z.string().regex(/^2[01]\d\d$/, 'Please choose a year');

/**
 * Who a payee is for tax offices, by their confirmed tax details: a US person, resident in the EU, or
 * elsewhere. Without details nobody knows.
 */
export const PAYEE_GROUPS = ['us', 'eu', 'elsewhere', 'missing'] as const;
export type PayeeGroup = (typeof PAYEE_GROUPS)[number];

export const GROUP_LABELS: Record<PayeeGroup, string> = {
  us: 'US persons',
  eu: 'EU residents',
  elsewhere: 'Elsewhere',
  missing: 'Without tax details',
};

/** What happens with a payee in the reports of a year. */
export const REPORT_STATES = [
  'reported',
  'below-threshold',
  'corporation',
  'not-required',
  'missing',
] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const STATE_LABELS: Record<ReportState, string> = {
  reported: 'Reported',
  'below-threshold': 'Below the threshold',
  corporation: 'Corporation, not reported',
  'not-required': 'Not reported',
  missing: 'Tax details missing',
};

/** A payee with the payouts that were paid in a year. Amounts in cents. */
export const payeeReportRowSchema = z.object({
  /** The last of these payouts. */
  id: z.uuid(),
  /** Null after the influencer's deletion. */
  influencerId: z.uuid().nullable(),
  payeeName: z.string(),
  payeeEmail: z.string(),
  group: z.enum(PAYEE_GROUPS),
  state: z.enum(REPORT_STATES),
  /** Of the confirmed tax details; null without any. */
  form: z.enum(TAX_FORMS).nullable(),
  legalName: z.string().nullable(),
  country: z.string().nullable(),
  lastFour: z.string().nullable(),
  /** Whether a proposal of tax details waits for its confirmation. */
  isProposed: z.boolean(),
  payouts: z.int(),
  paidCents: z.int(),
  /** Merchant fees and commission. */
  feesCents: z.int(),
});
export type PayeeReportRow = z.infer<typeof payeeReportRowSchema>;

const SORTS = ['name', 'paid'] as const;
export type PayeeReportSort = (typeof SORTS)[number];

export const payeeReportQuerySchema = z.object({
  ...listingShape(SORTS, '-paid'),
  year: reportYearSchema,
  group: z.enum(PAYEE_GROUPS).optional(),
});
export type PayeeReportQuery = z.output<typeof payeeReportQuerySchema>;
export const payeeReportPageSchema = listPageSchema(payeeReportRowSchema);

const sumSchema = z.object({ payees: z.int(), cents: z.int() });
export type PayeeSum = z.infer<typeof sumSchema>;

/** What the files of a year would contain, and who is missing. */
export const payeeReportSummarySchema = z.object({
  year: z.int(),
  /** The years in which payouts were paid, the latest first. */
  years: z.array(z.int()),
  all: sumSchema,
  groups: z.record(z.enum(PAYEE_GROUPS), sumSchema),
  form1099: z.object({
    thresholdCents: z.int(),
    reported: sumSchema,
    belowThreshold: sumSchema,
    corporations: sumSchema,
  }),
  dac7: z.object({
    /** The member state where the platform reports; null if it is not configured. */
    country: z.string().nullable(),
    reported: sumSchema,
  }),
});
export type PayeeReportSummary = z.infer<typeof payeeReportSummarySchema>;
