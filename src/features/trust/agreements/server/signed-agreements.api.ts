import type { Context } from 'hono';
import type { Pool } from 'pg';
import { z } from 'zod';
import { bulkResultSchema } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import {
  countersignatureSchema,
  missingAgreementPageSchema,
  missingAgreementQuerySchema,
  ownAgreementSchema,
  ownSignatureSchema,
  signedAgreementPageSchema,
  signedAgreementQuerySchema,
  signedAgreementSchema,
  terminationSchema,
} from '../agreements.schema.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { MISSING_EXAMPLE, OWN_EXAMPLE, SIGNED_EXAMPLE } from './agreements.examples.ts';
import { countersignAgreements } from './countersign.ts';
import { getOwnAgreement, signOwnAgreement } from './own-agreement.ts';
import type { Signer } from './shown-text.ts';
import {
  exportSignedAgreements,
  getSignedAgreement,
  listMissingAgreements,
  listSignedAgreements,
} from './signed-agreement-list.ts';
import { terminateAgreement } from './terminate-agreement.ts';

const backOffice = as('admin', 'staff');
const influencer = as('influencer');
const byId = z.object({ id: z.uuid() });

const {
  text: _text,
  sha256: _sha256,
  address: _address,
  userAgent: _userAgent,
  countersignedAddress: _countersignedAddress,
  countersignedUserAgent: _countersignedUserAgent,
  terminationReason: _terminationReason,
  terminatedAt: _terminatedAt,
  terminatedBy: _terminatedBy,
  ...ROW
} = SIGNED_EXAMPLE;

const USER_AGENT_LENGTH = 500;

/** From where a request comes, as it is stored with a signature. */
export function signerOf(context: Context<RequestEnv>): Signer {
  const userAgent = context.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH);
  return { address: context.var.clientAddress, userAgent: userAgent ?? 'Unknown' };
}

type Dependencies = {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'agency' | 'publicUrl' | 'requireSecondFactor'>;
};

/** Signing agreements, and the signed ones. */
export function signedAgreementsApi(services: Dependencies) {
  const { pool, config } = services;
  return operations([
    influencer.get(
      '/api/own-agreement',
      {
        id: 'getOwnAgreement',
        summary: 'Get the creator agreement that you have to sign, and those that you signed',
        output: ownAgreementSchema,
        example: OWN_EXAMPLE,
      },
      ({ actor }) => getOwnAgreement(services, actor),
    ),
    influencer.post(
      '/api/own-agreement/sign',
      {
        id: 'signOwnAgreement',
        summary: 'Sign the creator agreement as it was shown; repeating it changes nothing',
        body: ownSignatureSchema,
        output: ownAgreementSchema,
        errors: ['conflict', 'not-allowed-in-state'],
        example: { ...OWN_EXAMPLE, toSign: null },
      },
      async ({ actor, body, context }) => {
        await signOwnAgreement(services, actor, { ...body, ...signerOf(context) });
        return getOwnAgreement(services, actor);
      },
    ),
    backOffice.get(
      '/api/missing-agreements',
      {
        id: 'listMissingAgreements',
        summary: 'List the influencers without a creator agreement in force',
        query: missingAgreementQuerySchema,
        output: missingAgreementPageSchema,
        example: { rows: [MISSING_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listMissingAgreements(pool, actor, query),
    ),
    backOffice.get(
      '/api/signed-agreements',
      {
        id: 'listSignedAgreements',
        summary: 'List signed agreements by name, kind, state and influencer',
        query: signedAgreementQuerySchema,
        output: signedAgreementPageSchema,
        example: { rows: [ROW], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listSignedAgreements(pool, actor, query),
    ),
    backOffice.get(
      '/api/signed-agreements.csv',
      {
        id: 'exportSignedAgreements',
        summary: 'Export the filtered signed agreements as CSV',
        query: signedAgreementQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: 'Agreement,Version,Signed By\r\nCreator agreement,2,Marianne Valdecourt\r\n',
      },
      async ({ actor, query }) => exportSignedAgreements(pool, actor, query),
    ),
    as('admin').post(
      '/api/signed-agreements/countersign',
      {
        id: 'countersignAgreements',
        summary: 'Countersign creator agreements for the agency with your typed name',
        needsConfirmation: true,
        body: countersignatureSchema,
        output: bulkResultSchema,
        example: { changed: [SIGNED_EXAMPLE.id], refused: [] },
      },
      ({ actor, body, context }) =>
        countersignAgreements(services, actor, { ...body, ...signerOf(context) }),
    ),
    as('admin').post(
      '/api/signed-agreements/{id}/terminate',
      {
        id: 'terminateAgreement',
        summary: 'Terminate a creator agreement from a day on, for good; both sides are mailed',
        needsConfirmation: true,
        params: byId,
        body: terminationSchema,
        output: signedAgreementSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: {
          ...SIGNED_EXAMPLE,
          terminatedOn: '2026-12-31',
          terminationReason: 'The influencer works with another agency.',
          terminatedAt: '2026-11-20T10:15:00.000Z',
          terminatedBy: 'Bastian Holloway',
        },
      },
      async ({ actor, params, body }) => {
        await terminateAgreement(services, actor, params.id, body);
        return getSignedAgreement(pool, actor, params.id);
      },
    ),
    backOffice.get(
      '/api/signed-agreements/{id}',
      {
        id: 'getSignedAgreement',
        summary: 'Get a signed agreement with its text and the facts of its signatures',
        params: byId,
        output: signedAgreementSchema,
        views: { entity: 'signed_agreements', label: ({ signedName }) => signedName },
        errors: ['not-found'],
        example: SIGNED_EXAMPLE,
      },
      ({ actor, params }) => getSignedAgreement(pool, actor, params.id),
    ),
    as('admin', 'staff', 'influencer').get(
      '/api/signed-agreements/{id}/document.pdf',
      {
        id: 'getSignedAgreementDocument',
        summary: 'Get a signed agreement as PDF; influencers get their own',
        params: byId,
        output: z.string(),
        produces: 'application/pdf',
        needsConfirmation: false,
        errors: ['not-found'],
        example: '%PDF-1.3 …',
      },
      async ({ actor, params }) =>
        agreementPdf(await getSignedAgreement(pool, actor, params.id), config.agency),
    ),
  ]);
}
