import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** The newest rows of each log that the evidence contains. */
export const SIGN_INS_SHOWN = 100;
export const VIEWS_SHOWN = 300;
export const MAILS_SHOWN = 100;

/**
 * A submission is `requested` until the evidence is attached at the provider, and `attached` until it
 * is submitted to the bank. One that the provider refused has `failed`.
 */
export const SUBMISSION_STATES = ['requested', 'attached', 'submitted', 'failed'] as const;

/** What shows that a fan bought and used what the fan disputes. Amounts are in cents. */
export const disputeEvidenceSchema = z.object({
  createdAt: instantSchema,
  dispute: z.object({
    provider: z.string(),
    id: z.string(),
    reason: z.string().nullable(),
    reasonCode: z.string().nullable(),
    amountCents: z.int(),
    openedAt: instantSchema,
  }),
  payment: z.object({
    receipt: z.string(),
    paidAt: instantSchema,
    amountCents: z.int(),
    periodStart: instantSchema,
    periodEnd: instantSchema,
    providerReference: z.string(),
  }),
  /** Null after the fan's deletion. */
  customer: z
    .object({
      name: z.string(),
      email: z.string(),
      emailConfirmedAt: instantSchema.nullable(),
      /** The sign-up form says that creating an account means to agree to the terms. */
      accountCreatedAt: instantSchema,
    })
    .nullable(),
  /** Null if the payment belongs to none. */
  subscription: z
    .object({
      influencer: z.string(),
      startedAt: instantSchema,
      priceCents: z.int(),
      cancelAt: instantSchema.nullable(),
      endedAt: instantSchema.nullable(),
      endReason: z.string().nullable(),
    })
    .nullable(),
  /** All payments of the fan for this influencer, and what was refunded. */
  payments: z.array(z.object({ receipt: z.string(), paidAt: instantSchema, amountCents: z.int() })),
  refunds: z.array(z.object({ receipt: z.string(), at: instantSchema, amountCents: z.int() })),
  /** Newest first. Network addresses are not stored, only the country. */
  signIns: z.array(
    z.object({
      at: instantSchema,
      lastUsedAt: instantSchema,
      device: z.string(),
      country: z.string().nullable(),
    }),
  ),
  /** The mails about the fan's subscriptions to this influencer that our mail server accepted, newest first. */
  mails: z.array(
    z.object({
      at: instantSchema,
      subject: z.string(),
      messageId: z.string(),
      /** The answer of the mail server that took over the delivery. */
      reply: z.string(),
    }),
  ),
  /** The posts of this influencer that the fan opened, newest first. */
  views: z.array(z.object({ at: instantSchema, postId: z.uuid(), postedAt: instantSchema })),
});
export type DisputeEvidence = z.infer<typeof disputeEvidenceSchema>;

export const submissionSchema = z.object({
  id: z.uuid(),
  state: z.enum(SUBMISSION_STATES),
  /** A name; null after the person's deletion. */
  requestedBy: z.string().nullable(),
  requestedAt: instantSchema,
  settledAt: instantSchema.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
});
export type Submission = z.infer<typeof submissionSchema>;

export const submissionStateSchema = z.object({
  /** Whether evidence can be submitted from here now. */
  canSubmit: z.boolean(),
  last: submissionSchema.nullable(),
});
export const newSubmissionSchema = z.object({
  /** Chosen by the dialog, so that a repeated request submits once. */
  id: z.uuid(),
});
