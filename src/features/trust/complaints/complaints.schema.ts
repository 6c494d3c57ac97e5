import { z } from 'zod';
import {
  ownerFilterSchema,
  ownerSchema,
} from '#src/features/identity/colleagues/colleagues.schema.ts';
import { policyVersionSchema } from '#src/features/trust/policies/policies.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { versionSchema } from '#src/lib/version.ts';

/** What a complaint is about, the most severe first. */
export const COMPLAINT_KINDS = [
  'minor',
  'non_consensual',
  'illegal',
  'withdrawal',
  'copyright',
  'privacy',
  'impersonation',
  'other',
] as const;
export type ComplaintKind = (typeof COMPLAINT_KINDS)[number];

/** A complaint waits while its reporter has to answer a question. */
export const COMPLAINT_STATES = ['open', 'waiting', 'appealed', 'decided'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

export const OUTCOMES = ['removed', 'no_action'] as const;
/** What the team is mailed about a deadline: that it is near, and that it was missed. */
export const DEADLINE_WARNINGS = ['soon', 'overdue'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Who can appeal against a decision: the reporter if nothing was removed, else the influencer. */
export const PARTIES = ['reporter', 'influencer'] as const;
export type Party = (typeof PARTIES)[number];

/** Where a complaint came from; the reporter of one from a message signs it afterwards, if its kind needs it. */
export const COMPLAINT_SOURCES = ['form', 'message'] as const;

/** What happened to a complaint. */
export const COMPLAINT_EVENTS = [
  'received',
  'signed',
  'question',
  'information',
  'hidden',
  'restored',
  'decided',
  'appealed',
  'appeal_decided',
  'evidence',
  'evidence_removed',
] as const;

export const TEXT_MAXIMUM_LENGTH = 5_000;
export const NAME_MAXIMUM_LENGTH = 200;

/** A text that is required, as a form names it. */
export function requiredText(message: string, minimum = 1) {
  return z
    .string(message)
    .trim()
    .min(minimum, message)
    .max(TEXT_MAXIMUM_LENGTH, 'At most 5,000 characters');
}

/** What US law (17 U.S.C. § 512(g)(3)) requires of an appeal against a removal for copyright. */
export const counterNoticeSchema = z.object({
  /** The typed signature. */
  name: z.string().trim().min(1, 'Please sign with your full name').max(NAME_MAXIMUM_LENGTH),
  postalAddress: z.string().trim().min(10, 'Please enter your full postal address').max(500),
  phone: z.string().trim().min(5, 'Please enter your telephone number').max(50),
  underPenalty: z.literal(true, 'Please confirm this'),
  jurisdiction: z.literal(true, 'Please confirm this'),
});
export type CounterNotice = z.output<typeof counterNoticeSchema>;

export const COMPLAINT_FILTERS = [...COMPLAINT_STATES, 'overdue'] as const;
export const complaintQuerySchema = z.object({
  ...listingShape(['due', 'received'], 'due'),
  state: z.enum(COMPLAINT_FILTERS).optional(),
  kind: z.enum(COMPLAINT_KINDS).optional(),
  owner: ownerFilterSchema,
});
export type ComplaintQuery = z.output<typeof complaintQuerySchema>;

/** A complaint in the list of the back office. */
export const complaintRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(COMPLAINT_KINDS),
  state: z.enum(COMPLAINT_STATES),
  /** What was reported, as it was called at that time. */
  label: z.string(),
  reporter: z.string().nullable(),
  createdAt: instantSchema,
  /** Until when the complaint or the appeal against its decision has to be decided. */
  dueAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  /** Whether it is open past its deadline, or was decided after it. */
  isLate: z.boolean(),
  /** Whether the post is hidden now. */
  isHidden: z.boolean(),
  owner: ownerSchema,
});
export type ComplaintRow = z.infer<typeof complaintRowSchema>;
export const complaintPageSchema = listPageSchema(complaintRowSchema);

export const complaintCountsSchema = z.object({
  all: z.int(),
  open: z.int(),
  waiting: z.int(),
  appealed: z.int(),
  overdue: z.int(),
  decided: z.int(),
});

/** How many other posts with the same file a complaint shows. */
export const SHOWN_COPIES = 5;

/** A complaint with everything that is known about it. */
export const complaintSchema = complaintRowSchema.extend({
  reference: z.string(),
  source: z.enum(COMPLAINT_SOURCES),
  version: versionSchema,
  address: z.string(),
  explanation: z.string(),
  email: z.string().nullable(),
  work: z.string().nullable(),
  signature: z.string().nullable(),
  postId: z.uuid().nullable(),
  /** When the post is hidden automatically unless somebody decides first. */
  hidesPostAt: instantSchema.nullable(),
  influencer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The code of the policy that is the reason of the decision, and its title at that time. */
  policy: z.string().nullable(),
  reason: z.string().nullable(),
  decisionText: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Whether the actor made the decision, and so cannot decide an appeal against it. */
  isOwnDecision: z.boolean(),
  /** Other posts with one of the same files; one more than is shown, if there are more. */
  copies: z.array(z.object({ id: z.uuid(), caption: z.string() })),
  /** Oldest first. */
  appeals: z.array(
    z.object({
      id: z.uuid(),
      party: z.enum(PARTIES),
      text: z.string(),
      createdAt: instantSchema,
      counterNotice: counterNoticeSchema
        .pick({ name: true, postalAddress: true, phone: true })
        .nullable(),
      /** Before this time, a counter-notice restores nothing; null for other appeals. */
      restorableFrom: instantSchema.nullable(),
      /** Null until the appeal is decided. */
      outcome: z.enum(OUTCOMES).nullable(),
      decisionText: z.string().nullable(),
    }),
  ),
  /** Oldest first. */
  events: z.array(
    z.object({
      id: z.uuid(),
      event: z.enum(COMPLAINT_EVENTS),
      text: z.string().nullable(),
      /** Who of the team; null for the reporter, for what happened by itself, and after a deletion. */
      actor: z.string().nullable(),
      createdAt: instantSchema,
    }),
  ),
});
export type Complaint = z.infer<typeof complaintSchema>;

export const complaintQuestionSchema = z.object({
  question: requiredText('Please write a question'),
  version: versionSchema,
});
export const complaintVersionSchema = z.object({ version: versionSchema });

export const decisionSchema = z.object({
  outcome: z.enum(OUTCOMES, 'Please choose an outcome'),
  policyVersion: policyVersionSchema,
  text: requiredText('Please explain the decision in at least 10 characters', 10),
  version: versionSchema,
});
export type Decision = z.output<typeof decisionSchema>;
