import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import {
  consentTokenSchema,
  ownConsentsSchema,
  ownWithdrawalSchema,
  type OwnConsents,
} from '../consents.schema.ts';
import { createConsentLink } from './consent-links.ts';
import { getOwnConsents, withdrawOwnConsent } from './own-consents.ts';
import type { WithdrawalServices } from './withdraw-consent.ts';

const EXAMPLE: OwnConsents = {
  fullName: 'Mara Vale',
  publishedCount: 3,
  consents: [
    {
      id: '3f1d2c60-0a55-4be4-8b5d-6f3d5f0f6a21',
      kind: 'period',
      scopes: ['subscription'],
      post: null,
      influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
      startsOn: '2026-11-01',
      endsOn: null,
      givenOn: '2026-10-28',
      withdrawnAt: null,
    },
  ],
};

type Dependencies = Omit<WithdrawalServices, 'config'> & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireSecondFactor'>;
  limits: { consentLink: RateLimit };
};

/** The private links of performers, and what they do there without an account. */
export function ownConsentsApi(services: Dependencies) {
  const { limits } = services;
  return operations([
    as('admin', 'staff').post(
      '/api/performers/{id}/consent-link',
      {
        id: 'createConsentLink',
        summary: 'Create the private link of a performer to their consents; the earlier one ends',
        params: z.object({ id: z.uuid() }),
        output: z.object({ url: z.url() }),
        errors: ['not-found'],
        example: { url: 'https://velvet-rope.example/consents#bx9…' },
      },
      async ({ actor, params }) => ({ url: await createConsentLink(services, actor, params.id) }),
    ),
    open.post(
      '/api/own-consents',
      {
        id: 'getOwnConsents',
        summary: 'Get the consents of a private link',
        body: consentTokenSchema,
        output: ownConsentsSchema,
        errors: ['not-found', 'rate-limited'],
        example: EXAMPLE,
      },
      async ({ body, context }) => {
        await limits.consentLink.consume(context.var.clientNetwork);
        return getOwnConsents(services, body.token);
      },
    ),
    open.post(
      '/api/own-consents/withdraw',
      {
        id: 'withdrawOwnConsent',
        summary:
          'Withdraw a consent of a private link, which takes down the posts that it covered; repeating it changes nothing',
        body: ownWithdrawalSchema,
        output: ownConsentsSchema,
        errors: ['not-found', 'rate-limited'],
        example: EXAMPLE,
      },
      async ({ body, context }) => {
        await limits.consentLink.consume(context.var.clientNetwork);
        return withdrawOwnConsent(services, body);
      },
    ),
  ]);
}
