import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import type { Log } from '#src/platform/log/log.ts';
import { handleReport, storeReport, type ReportServices } from './reports.ts';

const MAXIMUM_BODY = 256 * 1024;

/**
 * Receives the reports of the verification provider: `POST /webhooks/verification/…`. Verified reports
 * are stored, then handled once; one that cannot be handled yet is answered 202.
 */
export function verificationWebhooks(services: ReportServices & { log: Log }) {
  const { verificationProvider: provider, log } = services;
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });
  return new Hono<RequestEnv>().post('/webhooks/verification/:provider', limit, async (c) => {
    if (!provider || provider.name !== c.req.param('provider')) throw new DomainError('not-found');
    const body = await c.req.text();
    provider.verifyReport({ body, headers: c.req.raw.headers });
    requireStorableText({ body });
    const id = await storeReport(services, provider, body);
    const handled = await handleReport(services, provider, id).catch((error: Error) => {
      // Stored: the job tries it again. Its text may name the person.
      log.error({ err: error.name, report: id }, 'a report of an identity check failed');
      return false;
    });
    return c.json({ handled }, handled ? 200 : 202);
  });
}
