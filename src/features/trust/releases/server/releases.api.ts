import type { Pool } from 'pg';
import { z } from 'zod';
import { sessionLinkSchema } from '#src/features/agency/performers/verification.schema.ts';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { agreementPdf } from '#src/features/trust/agreements/server/agreement-pdf.ts';
import { getSignedAgreement } from '#src/features/trust/agreements/server/signed-agreement-list.ts';
import { signerOf } from '#src/features/trust/agreements/server/signed-agreements.api.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import {
  invitationLinkSchema,
  invitationsSchema,
  newInvitationSchema,
  openReleaseSchema,
  ownReleaseSchema,
  releaseIdentitySchema,
  releaseSignatureSchema,
  releaseTokenSchema,
  type Invitation,
  type OpenRelease,
  type OwnRelease,
} from '../releases.schema.ts';
import { readReleaseToken } from './invitation-links.ts';
import {
  cancelInvitation,
  invitePerformer,
  listInvitations,
  resendInvitation,
} from './invitations.ts';
import { startOwnCheck } from './own-identity.ts';
import {
  findSignedRelease,
  getOwnRelease,
  openOwnRelease,
  requireInvited,
  signOwnRelease,
} from './own-release.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const byInvitation = byId.extend({ invitationId: z.uuid() });

const INVITATION: Invitation = {
  id: '2d6c9a40-6a1b-4f5e-9d30-8c7b6a5f4e3d',
  state: 'open',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  scopes: ['subscription'],
  startsOn: '2026-11-01',
  endsOn: null,
  email: 'mara@example.com',
  createdAt: '2026-11-20T18:30:00.000Z',
  expiresAt: '2026-12-04T18:30:00.000Z',
  signedAt: null,
};
const LINK = { url: 'https://velvet-rope.example/release#bx9…' };
const OWN: OwnRelease = {
  state: 'open',
  fullName: 'Mara Vale',
  influencer: 'Marlowe Vesperine',
  agency: 'Velvet Rope',
  expiresAt: '2026-12-04T18:30:00.000Z',
  signedAt: null,
};
const OPEN: OpenRelease = {
  legalName: 'Marianne Valdecourt',
  versionId: '5a0c1d2e-3f4a-4b5c-8d6e-7f8091a2b3c4',
  text: '# Model release\n\nMarianne Valdecourt agrees.',
  sha256: 'c4b2f1a09d5e4c1d8c0a1f9be1c1f5b47f1a2d9c3b6e8f7a5d4c3b2a1908f7e6',
  verification: 'pending',
  word: 'HARBOR 417',
  documents: ['passport'],
  provider: null,
  session: null,
};

type Dependencies = {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'agency' | 'verification' | 'requireSecondFactor'>;
  verificationProvider: VerificationProvider | null;
  limits: { releaseLink: RateLimit; releaseIdentity: RateLimit };
};

/** Invitations to sign a model release, and what people do with them without an account. */
export function releasesApi(services: Dependencies) {
  const { db, pool, config, limits } = services;
  /** Counts the attempts to enter a date of birth. */
  const countAttempt = async (network: string, token: string) => {
    await limits.releaseLink.consume(network);
    await limits.releaseIdentity.consume(readReleaseToken(config, token) ?? network);
  };
  return operations([
    backOffice.get(
      '/api/performers/{id}/invitations',
      {
        id: 'listReleaseInvitations',
        views: { entity: 'performers', label: () => 'Invitations' },
        summary: 'List the invitations of a performer to sign a release, newest first',
        params: byId,
        output: invitationsSchema,
        errors: ['not-found'],
        example: { invitations: [INVITATION], hasRelease: true },
      },
      ({ actor, params }) => listInvitations(db, actor, params.id),
    ),
    backOffice.post(
      '/api/performers/{id}/invitations',
      {
        id: 'invitePerformer',
        summary:
          'Invite a performer to sign a release without an account; an earlier open invitation ends',
        params: byId,
        body: newInvitationSchema,
        output: invitationLinkSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: LINK,
      },
      async ({ actor, params, body }) => ({
        url: await invitePerformer(services, actor, params.id, body),
      }),
    ),
    backOffice.post(
      '/api/performers/{id}/invitations/{invitationId}/resend',
      {
        id: 'resendReleaseInvitation',
        summary: 'Renew the days of an invitation and mail its link again',
        params: byInvitation,
        output: invitationLinkSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: LINK,
      },
      async ({ actor, params: { id: performerId, invitationId } }) => ({
        url: await resendInvitation(services, actor, { performerId, invitationId }),
      }),
    ),
    backOffice.post(
      '/api/performers/{id}/invitations/{invitationId}/cancel',
      {
        id: 'cancelReleaseInvitation',
        summary: 'Cancel an invitation; its link no longer works',
        params: byInvitation,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id: performerId, invitationId } }) => {
        await cancelInvitation(db, actor, { performerId, invitationId });
        return {};
      },
    ),
    open.post(
      '/api/own-release',
      {
        id: 'getOwnRelease',
        summary: 'Get the invitation of a private link',
        body: releaseTokenSchema,
        output: ownReleaseSchema,
        errors: ['not-found', 'rate-limited'],
        example: OWN,
      },
      async ({ body, context }) => {
        await limits.releaseLink.consume(context.var.clientNetwork);
        return getOwnRelease(services, body.token);
      },
    ),
    open.post(
      '/api/own-release/open',
      {
        id: 'openOwnRelease',
        summary:
          'Get the release of a private link and the word for the face picture, with the date of birth',
        body: releaseIdentitySchema,
        output: openReleaseSchema,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: OPEN,
      },
      async ({ body, context }) => {
        await countAttempt(context.var.clientNetwork, body.token);
        return openOwnRelease(services, body);
      },
    ),
    open.post(
      '/api/own-release/session',
      {
        id: 'startOwnIdentityCheck',
        summary:
          'Start the check of the invited person by the verification provider, or find the one in progress',
        body: releaseIdentitySchema,
        output: sessionLinkSchema,
        errors: ['not-found', 'not-allowed-in-state', 'provider-unavailable', 'rate-limited'],
        example: { url: 'https://alchemy.veriff.com/v/eyJhbGciOi…' },
      },
      async ({ body, context }) => {
        await countAttempt(context.var.clientNetwork, body.token);
        return { url: await startOwnCheck(services, await requireInvited(services, body)) };
      },
    ),
    open.post(
      '/api/own-release/sign',
      {
        id: 'signOwnRelease',
        summary: 'Sign the release as it was shown, which gives the consent that it describes',
        body: releaseSignatureSchema,
        output: ownReleaseSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state', 'rate-limited'],
        example: { ...OWN, state: 'signed', signedAt: '2026-11-21T10:02:00.000Z' },
      },
      async ({ body, context }) => {
        await countAttempt(context.var.clientNetwork, body.token);
        return signOwnRelease(services, { ...body, ...signerOf(context) });
      },
    ),
    open.post(
      '/api/own-release/document.pdf',
      {
        id: 'getOwnReleaseDocument',
        summary: 'Get what was signed with a private link as PDF',
        body: releaseTokenSchema,
        output: z.string(),
        produces: 'application/pdf',
        needsConfirmation: false,
        errors: ['not-found', 'rate-limited'],
        example: '%PDF-1.3 …',
      },
      async ({ body, context }) => {
        await limits.releaseLink.consume(context.var.clientNetwork);
        const id = await findSignedRelease(services, body.token);
        return agreementPdf(await getSignedAgreement(pool, null, id), config.agency);
      },
    ),
  ]);
}
