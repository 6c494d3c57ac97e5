import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds, listingShape, listPageSchema } from '#src/lib/listing.ts';
import { versionSchema } from '#src/lib/version.ts';
import { listUnknownPlaceholders, PLACEHOLDERS } from './agreement-text.rules.ts';

/** Between the agency and an influencer, or of a person who is depicted. */
export const AGREEMENT_KINDS = ['creator-agreement', 'model-release'] as const;
export type AgreementKind = (typeof AGREEMENT_KINDS)[number];

export const AGREEMENT_KIND_LABELS: Record<AgreementKind, string> = {
  'creator-agreement': 'Creator agreement',
  'model-release': 'Model release',
};

/** The mails to influencers about a version that they have to sign. */
export const AGREEMENT_NOTICES = ['new', 'reminder'] as const;

export const AGREEMENT_TEXT_MAXIMUM_LENGTH = 50_000;
export const SIGNATURE_MAXIMUM_LENGTH = 250;

const textOf = (kind: AgreementKind) =>
  z
    .string()
    .trim()
    .min(1, { error: 'Enter the text of the agreement', abort: true })
    .max(AGREEMENT_TEXT_MAXIMUM_LENGTH, {
      error: `At most ${AGREEMENT_TEXT_MAXIMUM_LENGTH} characters`,
      abort: true,
    })
    .superRefine((text, context) => {
      const unknown = listUnknownPlaceholders(text, PLACEHOLDERS[kind]);
      if (unknown.length > 0) {
        const names = unknown.map((name) => `{{${name}}}`).join(', ');
        context.addIssue({ code: 'custom', message: `Unknown placeholder: ${names}` });
      } else if (!/\{\{\s*legal_name\s*\}\}/.test(text)) {
        const message = 'Name who signs: use the placeholder {{legal_name}}';
        context.addIssue({ code: 'custom', message });
      }
    });

/** The input of a draft. */
export const newDraftSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('creator-agreement'), text: textOf('creator-agreement') }),
  z.object({ kind: z.literal('model-release'), text: textOf('model-release') }),
]);
export type NewDraft = z.output<typeof newDraftSchema>;
/** A change names the kind of the draft, which decides its placeholders. */
export const draftChangeSchema = z.intersection(
  newDraftSchema,
  z.object({ version: versionSchema }),
);
export type DraftChange = z.output<typeof draftChangeSchema>;

export const publicationSchema = z.object({
  version: versionSchema,
  /**
   * The last day (UTC) on which signatures of earlier versions count; null if they count without an
   * end. Only for creator agreements.
   */
  signBy: z.iso.date('Enter the day as YYYY-MM-DD').nullable(),
});
export type Publication = z.output<typeof publicationSchema>;

/** A version of a template, without its text. */
export const agreementVersionRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(AGREEMENT_KINDS),
  number: z.int(),
  version: z.int(),
  /** Null for a draft. */
  publishedAt: instantSchema.nullable(),
  /** The name or email of whoever published it; null for a draft or a deleted user. */
  publishedBy: z.string().nullable(),
  /** YYYY-MM-DD */
  signBy: z.string().nullable(),
  updatedAt: instantSchema,
  /** How many people have signed it. */
  signatures: z.int(),
  /** Whether it is the one that is signed now. */
  isCurrent: z.boolean(),
});
export type AgreementVersionRow = z.infer<typeof agreementVersionRowSchema>;
export const agreementVersionsSchema = z.object({ versions: z.array(agreementVersionRowSchema) });
export const agreementVersionSchema = agreementVersionRowSchema.extend({ text: z.string() });
export type AgreementVersion = z.infer<typeof agreementVersionSchema>;

/** The typed name of whoever signs. */
export const signatureName = z
  .string()
  .trim()
  .min(1, 'Type your full legal name')
  .max(SIGNATURE_MAXIMUM_LENGTH, `At most ${SIGNATURE_MAXIMUM_LENGTH} characters`);

/** The text that was shown to whoever signs. */
export const shownText = {
  versionId: z.uuid(),
  /** The SHA-256 of the text, as it was received. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

export const ownSignatureSchema = z.object({ ...shownText, name: signatureName });
export type OwnSignature = z.output<typeof ownSignatureSchema>;

export const OWN_AGREEMENT_OBSTACLES = ['not-registered', 'no-plan'] as const;

/** The first day (UTC) on which an agreement no longer counts, YYYY-MM-DD, and why; null without a termination. */
const termination = {
  terminatedOn: z.string().nullable(),
  terminationReason: z.string().nullable(),
};

/** What an influencer sees of their creator agreement. */
export const ownAgreementSchema = z.object({
  /** What has to be signed; null if nothing has to be. */
  toSign: z
    .object({
      versionId: z.uuid(),
      number: z.int(),
      text: z.string(),
      sha256: z.string(),
      legalName: z.string(),
      /** The last day on which the earlier signature counts, YYYY-MM-DD; null without an earlier one. */
      signBy: z.string().nullable(),
    })
    .nullable(),
  /** What the agency has to add before it can be signed. */
  obstacle: z.enum(OWN_AGREEMENT_OBSTACLES).nullable(),
  /** Newest first. */
  signed: z.array(
    z.object({
      id: z.uuid(),
      number: z.int(),
      signedAt: instantSchema,
      countersignedAt: instantSchema.nullable(),
      ...termination,
    }),
  ),
});
export type OwnAgreement = z.infer<typeof ownAgreementSchema>;

export const countersignatureSchema = z.object({ ids: bulkIds, name: signatureName });

export const TERMINATION_REASON_MAXIMUM_LENGTH = 1_000;

/** The termination of an agreement from a day (UTC) on, today or later. */
export const terminationSchema = z.object({
  terminatedOn: z.iso.date('Choose a day'),
  reason: z
    .string()
    .trim()
    .min(1, 'Enter the reason')
    .max(
      TERMINATION_REASON_MAXIMUM_LENGTH,
      `At most ${TERMINATION_REASON_MAXIMUM_LENGTH} characters`,
    ),
});
export type Termination = z.output<typeof terminationSchema>;

/** A signed agreement in the list. */
export const signedAgreementRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(AGREEMENT_KINDS),
  number: z.int(),
  performer: z.object({ id: z.uuid(), fullName: z.string() }),
  signedName: z.string(),
  /** Whose posts it is about; null after the deletion of the influencer. */
  influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
  signedAt: instantSchema,
  countersignedAt: instantSchema.nullable(),
  countersignedName: z.string().nullable(),
  terminatedOn: termination.terminatedOn,
});
export type SignedAgreementRow = z.infer<typeof signedAgreementRowSchema>;

export const signedAgreementSchema = signedAgreementRowSchema.extend({
  text: z.string(),
  sha256: z.string(),
  address: z.string(),
  userAgent: z.string(),
  countersignedAddress: z.string().nullable(),
  countersignedUserAgent: z.string().nullable(),
  terminationReason: termination.terminationReason,
  terminatedAt: instantSchema.nullable(),
  /** The name or email of whoever terminated it; null without a termination or for a deleted user. */
  terminatedBy: z.string().nullable(),
});
export type SignedAgreement = z.infer<typeof signedAgreementSchema>;

export const signedAgreementQuerySchema = z.object({
  ...listingShape(['signed', 'name'], '-signed'),
  kind: z.enum(AGREEMENT_KINDS).optional(),
  /** `waiting`: the agency has to countersign it. */
  state: z.enum(['waiting', 'complete', 'terminated']).optional(),
  influencer: z.uuid().optional(),
  performer: z.uuid().optional(),
});
export type SignedAgreementQuery = z.output<typeof signedAgreementQuerySchema>;
export const signedAgreementPageSchema = listPageSchema(signedAgreementRowSchema);

/** Whether an influencer has a creator agreement in force, by the function of the database. */
export const CREATOR_AGREEMENT_STATES = [
  'in-force',
  'not-countersigned',
  'outdated',
  'terminated',
  'not-signed',
] as const;
export type CreatorAgreementState = (typeof CREATOR_AGREEMENT_STATES)[number];

/** An influencer without a creator agreement in force. */
export const missingAgreementRowSchema = z.object({
  /** The influencer. */
  id: z.uuid(),
  fullName: z.string(),
  state: z.enum(CREATOR_AGREEMENT_STATES).exclude(['in-force']),
  /** What has to be added before it can be signed. */
  obstacle: z.enum(OWN_AGREEMENT_OBSTACLES).nullable(),
  createdAt: instantSchema,
});
export type MissingAgreementRow = z.infer<typeof missingAgreementRowSchema>;

export const missingAgreementQuerySchema = z.object({
  ...listingShape(['name', 'newest'], 'name'),
  state: z.enum(CREATOR_AGREEMENT_STATES).exclude(['in-force']).optional(),
});
export type MissingAgreementQuery = z.output<typeof missingAgreementQuerySchema>;
export const missingAgreementPageSchema = listPageSchema(missingAgreementRowSchema);
