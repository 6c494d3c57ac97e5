import { z } from 'zod';
import { emailSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { botTrapShape } from '#src/lib/bot-trap.ts';
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

/** The rules that a decision can rest on. */
export const POLICIES = [
  'minors',
  'consent',
  'illegal',
  'copyright',
  'privacy',
  'impersonation',
  'terms',
  'no_violation',
  'not_enough_information',
] as const;
export type Policy = (typeof POLICIES)[number];

/** Who can appeal against a decision: the reporter if nothing was removed, else the influencer. */
export const PARTIES = ['reporter', 'influencer'] as const;
export type Party = (typeof PARTIES)[number];

/** What happened to a complaint. */
export const COMPLAINT_EVENTS = [
  'received',
  'question',
  'information',
  'hidden',
  'restored',
  'decided',
  'appealed',
  'appeal_decided',
] as const;

export const TEXT_MAXIMUM_LENGTH = 5_000;
const NAME_MAXIMUM_LENGTH = 200;
export const ADDRESS_MAXIMUM_LENGTH = 2_000;
const WORK_MAXIMUM_LENGTH = 2_000;

const optionalText = (maximum: number, message: string) =>
  z.string().trim().max(maximum, message).default('');

const nameLength = 'At most 200 characters';

/** A text that is required, as a form names it. */
const requiredText = (message: string, minimum = 1) =>
  z
    .string(message)
    .trim()
    .min(minimum, message)
    .max(TEXT_MAXIMUM_LENGTH, 'At most 5,000 characters');

/** The fields of the public form; which of them are required depends on the kind. */
export const reportFieldsSchema = z.object({
  kind: z.enum(COMPLAINT_KINDS, 'Please choose what it is about'),
  address: z
    .string('Please enter the address of the page or post')
    .trim()
    .min(1, 'Please enter the address of the page or post')
    .max(ADDRESS_MAXIMUM_LENGTH, 'At most 2,000 characters'),
  explanation: requiredText('Please explain in at least 20 characters', 20),
  name: optionalText(NAME_MAXIMUM_LENGTH, nameLength),
  email: z.union([z.literal(''), emailSchema], 'Please enter a valid email address').default(''),
  work: optionalText(WORK_MAXIMUM_LENGTH, 'At most 2,000 characters'),
  signature: optionalText(NAME_MAXIMUM_LENGTH, nameLength),
  goodFaith: z.boolean().default(false),
  underPenalty: z.boolean().default(false),
  ...botTrapShape,
});
export type ReportFields = z.output<typeof reportFieldsSchema>;

/** Kinds whose request has to be signed with a typed name. */
export const SIGNED_KINDS: readonly ComplaintKind[] = ['non_consensual', 'copyright'];
/** Kinds that can be reported without a name and an email address. */
export const ANONYMOUS_KINDS: readonly ComplaintKind[] = ['minor'];

/** A report with everything that the law requires for its kind. */
export const reportSchema = reportFieldsSchema.superRefine((report, context) => {
  const require = (path: keyof ReportFields, isMissing: boolean, message: string) => {
    if (isMissing) context.addIssue({ code: 'custom', path: [path], message });
  };
  const { kind } = report;
  if (!ANONYMOUS_KINDS.includes(kind)) {
    require('name', !report.name, 'Your name is required');
    require('email', !report.email, 'Your email address is required');
  }
  require('work', kind === 'copyright' && !report.work, 'Please describe the work that is yours');
  require('signature', SIGNED_KINDS.includes(kind) &&
    !report.signature, 'Please sign with your full name');
  require('goodFaith', !report.goodFaith, 'Please confirm this');
  require('underPenalty', kind === 'copyright' && !report.underPenalty, 'Please confirm this');
});
export type Report = z.output<typeof reportSchema>;

/** The secret of the link to a complaint's private page. */
export const reportTokenSchema = z.object({ token: z.string().max(200) });

export const informationSchema = reportTokenSchema.extend({
  text: requiredText('Please write something'),
});

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

export const appealSchema = reportTokenSchema.extend({
  text: requiredText('Please explain in at least 20 characters why you disagree', 20),
  counterNotice: counterNoticeSchema.optional(),
});
export type Appeal = z.output<typeof appealSchema>;

const decisionShape = {
  outcome: z.enum(OUTCOMES),
  policy: z.enum(POLICIES),
  text: z.string(),
  decidedAt: instantSchema,
};

/** A complaint as its reporter or the influencer sees it; neither learns what the other wrote. */
export const reportStatusSchema = z.object({
  /** Whose private link it is. */
  party: z.enum(PARTIES),
  /** "RP-6F1E2D3C". */
  reference: z.string(),
  kind: z.enum(COMPLAINT_KINDS),
  state: z.enum(COMPLAINT_STATES),
  /** The address that was reported; for the influencer, what the post was called then. */
  address: z.string(),
  createdAt: instantSchema,
  dueAt: instantSchema,
  /** The question that waits for the reporter. */
  question: z.string().nullable(),
  /** What the reporter added, oldest first; always empty for the influencer. */
  information: z.array(z.object({ text: z.string(), createdAt: instantSchema })),
  /** The first decision; null until the complaint is decided. */
  decision: z.object(decisionShape).nullable(),
  /** Appeals against the decision, oldest first; each party sees the text of its own. */
  appeals: z.array(
    z.object({
      party: z.enum(PARTIES),
      text: z.string().nullable(),
      createdAt: instantSchema,
      /** Who signed a counter-notice, and how to reach them: the law wants the claimant to know. */
      counterNotice: counterNoticeSchema
        .pick({ name: true, postalAddress: true, phone: true })
        .nullable(),
      decision: z.object(decisionShape).nullable(),
    }),
  ),
  /** Until when this party can appeal; null if it cannot. */
  appealUntil: instantSchema.nullable(),
  /** Whether its appeal has to be a counter-notice. */
  needsCounterNotice: z.boolean(),
});
export type ReportStatus = z.infer<typeof reportStatusSchema>;

export const COMPLAINT_FILTERS = [...COMPLAINT_STATES, 'overdue'] as const;
export const complaintQuerySchema = z.object({
  ...listingShape(['due', 'received'], 'due'),
  state: z.enum(COMPLAINT_FILTERS).optional(),
  kind: z.enum(COMPLAINT_KINDS).optional(),
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
  version: versionSchema,
  address: z.string(),
  explanation: z.string(),
  email: z.string().nullable(),
  work: z.string().nullable(),
  signature: z.string().nullable(),
  postId: z.uuid().nullable(),
  influencer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  policy: z.enum(POLICIES).nullable(),
  decisionText: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Whether the actor made the decision, and so cannot decide an appeal against it. */
  isOwnDecision: z.boolean(),
  /** How often posts of the influencer were removed in the twelve months before, this one aside. */
  earlierRemovals: z.int(),
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
  policy: z.enum(POLICIES, 'Please choose a reason'),
  text: requiredText('Please explain the decision in at least 10 characters', 10),
  version: versionSchema,
});
export type Decision = z.output<typeof decisionSchema>;
