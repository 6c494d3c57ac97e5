import { z } from 'zod';
import {
  DOCUMENT_KINDS,
  SESSION_STATUSES,
  VERIFICATION_STATES,
} from '#src/features/agency/performers/verification.schema.ts';
import { VERIFICATION_PROVIDERS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { CONSENT_SCOPES } from '#src/features/content/consents/consents.schema.ts';
import { shownText, signatureName } from '#src/features/trust/agreements/agreements.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** For how many days an invitation can be used. */
export const INVITATION_DAYS = 14;

/** What the person is invited to: sign a release for the posts of an influencer in a period. */
const terms = {
  scopes: z
    .array(z.enum(CONSENT_SCOPES))
    .min(1, 'Choose what the release covers')
    .max(CONSENT_SCOPES.length)
    .transform((scopes) => CONSENT_SCOPES.filter((scope) => scopes.includes(scope))),
  /** The first and the last day of publication, in UTC; without a last day for all later posts. */
  startsOn: z.iso.date('Enter the first day of the period'),
  endsOn: z.iso.date('Enter the last day as YYYY-MM-DD').nullable(),
};

export const newInvitationSchema = z
  .object({
    /** Chosen by the dialog, so that a repeated request invites once. */
    id: z.uuid(),
    influencerId: z.uuid('Choose an influencer'),
    ...terms,
    /** Where the link is mailed to; null to hand it over in another way. */
    email: z.email('Enter a valid email address').max(254).nullable(),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    error: 'The last day is before the first',
  });
export type NewInvitation = z.output<typeof newInvitationSchema>;

export const INVITATION_STATES = ['open', 'expired', 'signed', 'ended'] as const;

export const invitationSchema = z.object({
  id: z.uuid(),
  state: z.enum(INVITATION_STATES),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }),
  scopes: z.array(z.enum(CONSENT_SCOPES)),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  signedAt: instantSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;
export const invitationsSchema = z.object({
  invitations: z.array(invitationSchema),
  /** Whether a release is published, without which nobody can be invited. */
  hasRelease: z.boolean(),
});
/** The private link of an invitation, which is shown only now. */
export const invitationLinkSchema = z.object({ url: z.url() });

const token = z.string().min(1).max(200);
const dateOfBirth = z.iso.date('Enter your date of birth');

export const releaseTokenSchema = z.object({ token });
/** The date of birth proves that the link is used by the person that it was made for. */
export const releaseIdentitySchema = z.object({ token, dateOfBirth });
export const releaseSignatureSchema = z.object({
  token,
  dateOfBirth,
  ...shownText,
  name: signatureName,
});

/** What the link leads to, before the person has entered their date of birth. */
export const ownReleaseSchema = z.object({
  state: z.enum(INVITATION_STATES),
  /** The name that the agency knows. */
  fullName: z.string(),
  influencer: z.string(),
  agency: z.string(),
  expiresAt: instantSchema,
  signedAt: instantSchema.nullable(),
});
export type OwnRelease = z.infer<typeof ownReleaseSchema>;

/** What the person has to do, once they have entered their date of birth. */
export const openReleaseSchema = z.object({
  legalName: z.string(),
  versionId: z.uuid(),
  text: z.string(),
  sha256: z.string(),
  verification: z.enum(VERIFICATION_STATES),
  /** What the person writes on paper for the face picture; null if no check is in progress. */
  word: z.string().nullable(),
  /** What was uploaded for this check. */
  documents: z.array(z.enum(DOCUMENT_KINDS)),
  /** Who makes the check; null for the team, and for people who are verified. */
  provider: z.enum(VERIFICATION_PROVIDERS).nullable(),
  /** Where the session at the provider stands; null before there is one. */
  session: z.enum(SESSION_STATUSES).nullable(),
});
export type OpenRelease = z.infer<typeof openReleaseSchema>;
