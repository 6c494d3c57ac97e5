import { z } from 'zod';
import { emailSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { botTrapShape } from '#src/lib/bot-trap.ts';
import { instantSchema } from '#src/lib/instant.ts';
import {
  COMPLAINT_KINDS,
  COMPLAINT_STATES,
  counterNoticeSchema,
  NAME_MAXIMUM_LENGTH,
  OUTCOMES,
  PARTIES,
  requiredText,
  type ComplaintKind,
} from './complaints.schema.ts';

const ADDRESS_MAXIMUM_LENGTH = 2_000;
const WORK_MAXIMUM_LENGTH = 2_000;

const optionalText = (maximum: number, message: string) =>
  z.string().trim().max(maximum, message).default('');

const nameLength = 'At most 200 characters';

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

/** By default, a refinement waits until all fields are valid: people would learn in the second attempt what is missing. */
const WITH_THE_OTHERS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

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
}, WITH_THE_OTHERS);
export type Report = z.output<typeof reportSchema>;

/** The secret of the link to a complaint's private page. */
export const reportTokenSchema = z.object({ token: z.string().max(200) });

export const informationSchema = reportTokenSchema.extend({
  text: requiredText('Please write something'),
});

/** What the reporter of a message adds, so that it counts as a request: the work only for copyright. */
const signatureFieldsSchema = z.object({
  work: optionalText(WORK_MAXIMUM_LENGTH, 'At most 2,000 characters'),
  signature: z
    .string('Please sign with your full name')
    .trim()
    .min(1, 'Please sign with your full name')
    .max(NAME_MAXIMUM_LENGTH, nameLength),
  goodFaith: z.literal(true, 'Please confirm this'),
  underPenalty: z.boolean().default(false),
});
export const signatureSchema = signatureFieldsSchema.extend(reportTokenSchema.shape);
export type ReportSignature = z.output<typeof signatureSchema>;

/** Whether a complaint needs a signature and has none. */
export function lacksSignature({
  kind,
  signature,
}: {
  kind: ComplaintKind;
  signature: string | null;
}): boolean {
  return SIGNED_KINDS.includes(kind) && signature === null;
}

/** A signature with everything that the law requires for a kind of complaint. */
export function signatureFieldsFor(kind: ComplaintKind) {
  return signatureFieldsSchema.superRefine((fields, context) => {
    for (const { path, message } of missingInSignature(kind, fields)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  }, WITH_THE_OTHERS);
}

/** What a signature lacks for a kind of complaint, by field. */
export function missingInSignature(
  kind: ComplaintKind,
  { work, underPenalty }: Pick<ReportSignature, 'work' | 'underPenalty'>,
): { path: string; message: string }[] {
  if (kind !== 'copyright') return [];
  return [
    ...(work ? [] : [{ path: 'work', message: 'Please describe the work that is yours' }]),
    ...(underPenalty ? [] : [{ path: 'underPenalty', message: 'Please confirm this' }]),
  ];
}

export const appealSchema = reportTokenSchema.extend({
  text: requiredText('Please explain in at least 20 characters why you disagree', 20),
  counterNotice: counterNoticeSchema.optional(),
});
export type Appeal = z.output<typeof appealSchema>;

const decisionShape = {
  outcome: z.enum(OUTCOMES),
  /** Why, as the policy was called then. */
  reason: z.string(),
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
  /** Whether the reporter still has to sign, because the report came as a message. */
  needsSignature: z.boolean(),
});
export type ReportStatus = z.infer<typeof reportStatusSchema>;
