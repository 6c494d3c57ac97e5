import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import { ageChecks } from './age-checks.table.ts';
import { finishAgeCheck } from './finish-age-check.ts';
import { followAgeCheck, type AgeCheckServices } from './own-age-check.ts';

const MAXIMUM_BODY = 64 * 1024;

/**
 * Receives what the methods report: `POST /webhooks/age/…`. A report about a check that is unknown or
 * over changes nothing.
 */
export function ageWebhooks(services: AgeCheckServices) {
  const { db, config, ageProviders } = services;
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });
  return new Hono<RequestEnv>().post('/webhooks/age/:method', limit, async (c) => {
    const provider = ageProviders.find(({ method }) => method === c.req.param('method'));
    if (!provider) throw new DomainError('not-found');
    const body = await c.req.text();
    const { reference, outcome } = provider.readNotification({ body, headers: c.req.raw.headers });
    requireStorableText({ reference });
    const [check] = await db
      .select({ id: ageChecks.id })
      .from(ageChecks)
      .where(and(eq(ageChecks.method, provider.method), eq(ageChecks.reference, reference)));
    if (check && outcome) await finishAgeCheck(db, config, check.id, outcome);
    else if (check) await followAgeCheck(services, check.id);
    return c.json({});
  });
}
