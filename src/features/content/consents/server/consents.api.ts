import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  consentsSchema,
  newConsentSchema,
  postsOfPerformerSchema,
  withdrawalSchema,
  type Consent,
  type PostOfPerformer,
} from '../consents.schema.ts';
import { listConsents, recordConsent, withdrawConsent } from './consents.ts';
import { listPostsOfPerformer } from './posts-of-performer.ts';
import type { WithdrawalServices } from './withdraw-consent.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const byConsent = byId.extend({ consentId: z.uuid() });

const EXAMPLE: Consent = {
  id: '3f1d2c60-0a55-4be4-8b5d-6f3d5f0f6a21',
  kind: 'period',
  scopes: ['subscription', 'public-preview'],
  post: null,
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  startsOn: '2026-11-01',
  endsOn: null,
  givenOn: '2026-10-28',
  method: 'paper',
  note: 'Folder 12',
  recordedBy: 'Bastian Holloway',
  createdAt: '2026-11-02T09:12:00.000Z',
  withdrawnAt: null,
  withdrawnBy: null,
  withdrawalReason: null,
};
const example = { consents: [EXAMPLE] };
const POST_EXAMPLE: PostOfPerformer = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  state: 'published',
  isBlocked: false,
  caption: 'First light through the studio curtains.',
  at: '2026-11-20T18:30:00.000Z',
  influencer: EXAMPLE.influencer,
};

/** The consents of the people in posts. */
export function consentsApi(services: WithdrawalServices & { db: Db }) {
  const { db } = services;
  return operations([
    backOffice.get(
      '/api/performers/{id}/consents',
      {
        id: 'listConsents',
        views: { entity: 'performers', label: () => 'Consents' },
        summary: 'List the consents of a performer, newest first',
        params: byId,
        output: consentsSchema,
        errors: ['not-found'],
        example,
      },
      async ({ actor, params }) => ({ consents: await listConsents(db, actor, params.id) }),
    ),
    backOffice.get(
      '/api/performers/{id}/posts',
      {
        id: 'listPostsOfPerformer',
        summary: 'List the newest posts that a performer is in',
        params: byId,
        output: postsOfPerformerSchema,
        errors: ['not-found'],
        example: { posts: [POST_EXAMPLE], hasMore: false },
      },
      ({ actor, params }) => listPostsOfPerformer(db, actor, params.id),
    ),
    backOffice.post(
      '/api/performers/{id}/consents',
      {
        id: 'recordConsent',
        summary: 'Record a consent to the publication of a post, or of the posts of a period',
        params: byId,
        body: newConsentSchema,
        output: consentsSchema,
        errors: ['not-found', 'conflict'],
        example,
      },
      async ({ actor, params, body }) => {
        await recordConsent(db, actor, params.id, body);
        return { consents: await listConsents(db, actor, params.id) };
      },
    ),
    backOffice.post(
      '/api/performers/{id}/consents/{consentId}/withdraw',
      {
        id: 'withdrawConsent',
        summary: 'Withdraw a consent, which takes down the posts that it covered',
        params: byConsent,
        body: withdrawalSchema,
        output: consentsSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example,
      },
      async ({ actor, params: { id: performerId, consentId }, body: { reason } }) => {
        await withdrawConsent(services, actor, { performerId, consentId, reason });
        return { consents: await listConsents(db, actor, performerId) };
      },
    ),
  ]);
}
