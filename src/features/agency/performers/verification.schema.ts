import { z } from 'zod';
import {
  VERIFICATION_OUTCOMES,
  VERIFICATION_PROVIDERS,
} from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { isCountry } from '#src/lib/locale/countries.ts';

/** What a picture shows: an ID document, or the person's face with the word of the check. */
export const DOCUMENT_KINDS = [
  'passport',
  'id-card',
  'driver-license',
  'residence-permit',
  'face-picture',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  passport: 'Passport',
  'id-card': 'ID card',
  'driver-license': 'Driver’s license',
  'residence-permit': 'Residence permit',
  'face-picture': 'Face picture',
};

export const MAXIMUM_DOCUMENT_BYTES = 10 * 1024 ** 2;
export const DOCUMENT_LIMIT = 20;
const REASON_MAXIMUM_LENGTH = 500;
const NUMBER_MAXIMUM_LENGTH = 60;

/** The details of an ID document; a face picture has none. */
export const documentDetailsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('face-picture') }),
  z.object({
    kind: z.enum(['passport', 'id-card', 'driver-license', 'residence-permit']),
    country: z.string().max(2).refine(isCountry, 'Choose the issuing country'),
    number: z
      .string()
      .trim()
      .min(1, 'Enter the number of the document')
      .max(NUMBER_MAXIMUM_LENGTH, `At most ${NUMBER_MAXIMUM_LENGTH} characters`),
    expiresOn: z.iso.date('Enter the last day on which the document is valid'),
  }),
]);
export type DocumentDetails = z.output<typeof documentDetailsSchema>;

/** A check is made by one person and confirmed by another, or by a verification provider. */
export const VERIFICATION_METHODS = ['manual', 'provider'] as const;

/**
 * `checked` waits for a second person, or for one who compares what a provider read. `ended`: without
 * a result, which changes nothing.
 */
export const VERIFICATION_STATUSES = [
  'started',
  'checked',
  'verified',
  'rejected',
  'ended',
] as const;

/** Where the session of a check stands: `created` until the provider reports something. */
export const SESSION_STATUSES = ['created', ...VERIFICATION_OUTCOMES] as const;

/** What a provider read differently from the register, or could not read. */
export const DIFFERENCES = ['name', 'date-of-birth', 'expiry'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The state of a performer: that of the newest check, until the document expires. */
export const VERIFICATION_STATES = [
  'unverified',
  'pending',
  'verified',
  'rejected',
  'expired',
] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** How many days before the last day of an ID document the team is warned. */
export const EXPIRY_WARNING_DAYS = 30;

export const reasonSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason')
    .max(REASON_MAXIMUM_LENGTH, `At most ${REASON_MAXIMUM_LENGTH} characters`),
});

export const checkSchema = z.object({
  documentId: z.uuid('Choose the ID document'),
  facePictureId: z.uuid('Choose the face picture'),
});

export const performerDocumentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Null for face pictures. */
  country: z.string().nullable(),
  /** The last day, YYYY-MM-DD. */
  expiresOn: z.string().nullable(),
  createdAt: instantSchema,
  /** Whether a check refers to it, so it cannot be deleted. */
  isUsed: z.boolean(),
});
export type PerformerDocument = z.infer<typeof performerDocumentSchema>;

const verificationSessionSchema = z.object({
  provider: z.enum(VERIFICATION_PROVIDERS),
  status: z.enum(SESSION_STATUSES),
  /** Whether the provider has created it, so that there is a link. */
  isReady: z.boolean(),
  differences: z.array(z.enum(DIFFERENCES)),
  /** What the document says, until somebody has decided about the differences. */
  read: z
    .object({
      givenNames: z.string().nullable(),
      surname: z.string().nullable(),
      dateOfBirth: z.string().nullable(),
    })
    .nullable(),
});

/** The private address where the person is checked. */
export const sessionLinkSchema = z.object({ url: z.url() });

export const verificationSchema = z.object({
  state: z.enum(VERIFICATION_STATES),
  /** Whether a check found that the person is under 18, and nobody has lifted the hold. */
  isUnderage: z.boolean(),
  /** The connected verification provider; null if only people check. */
  provider: z.enum(VERIFICATION_PROVIDERS).nullable(),
  /** The newest check. */
  check: z
    .object({
      method: z.enum(VERIFICATION_METHODS),
      status: z.enum(VERIFICATION_STATUSES),
      /** The session at the provider; null for checks by people. */
      session: verificationSessionSchema.nullable(),
      /** What the person writes on paper and holds beside the face. */
      word: z.string(),
      startedAt: instantSchema,
      /** Names; null before the step, and after the deletion of the user. */
      checkedBy: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: instantSchema.nullable(),
      reason: z.string().nullable(),
      documentId: z.uuid().nullable(),
      facePictureId: z.uuid().nullable(),
      /** The last day of the ID document. */
      expiresOn: z.string().nullable(),
      /** Whether the caller made the check, and so cannot confirm it. */
      id: z.uuid(),
      isOwnCheck: z.boolean(),
    })
    .nullable(),
  documents: z.array(performerDocumentSchema),
});
export type Verification = z.infer<typeof verificationSchema>;

/** A document's picture and number, for a caller with a reason. */
export const revealedDocumentSchema = z.object({
  number: z.string().nullable(),
  /** A WebP picture in base64. */
  picture: z.string(),
});
