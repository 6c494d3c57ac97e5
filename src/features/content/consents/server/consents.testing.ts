import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  IDENTITY,
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { consents } from './consents.table.ts';

type Values = Partial<typeof consents.$inferInsert>;

/** Stores a consent for all posts of the influencer, unless the values say otherwise. */
export async function giveConsent(
  { db }: Pick<TestApp, 'db'>,
  performerId: string,
  influencerId: string,
  values: Values = {},
): Promise<string> {
  const id = randomUUID();
  const period = { kind: 'period', influencerId, startsOn: '2000-01-01' } as const;
  const given = { givenOn: '2026-01-01', method: 'paper', scopes: ['subscription'] } as const;
  await db
    .insert(consents)
    .values({ id, performerId, ...period, ...given, scopes: [...given.scopes], ...values });
  return id;
}

/** Stores a check of identity that two people made; its document is valid until the day. */
export async function verify(
  app: Pick<TestApp, 'db' | 'services'>,
  performerId: string,
  { expiresOn = '2099-01-31', status = 'verified' as 'verified' | 'rejected' } = {},
): Promise<void> {
  await insertCheck(app, performerId, randomUUID());
  const reason = status === 'rejected' ? 'Blurred' : null;
  await app.db
    .update(performerVerifications)
    .set({ status, reason, expiresOn, decidedBy: randomUUID(), decidedAt: new Date() })
    .where(
      and(
        eq(performerVerifications.performerId, performerId),
        eq(performerVerifications.status, 'checked'),
      ),
    );
}

/** Enters an influencer in the register, verified and with a consent for all their posts. */
export async function registerInfluencer(app: TestApp, { id }: TestUser): Promise<string> {
  const performerId = randomUUID();
  const identity = { ...IDENTITY, fullName: 'Nova Star' };
  await app.db
    .insert(performers)
    .values({ ...identity, id: performerId, kind: 'influencer', influencerId: id });
  await verify(app, performerId);
  await giveConsent(app, performerId, id);
  return performerId;
}

/** A co-performer of the influencer, verified and with a consent for all posts of the influencer. */
export async function addCoPerformer(app: TestApp, { id }: TestUser): Promise<string> {
  const performerId = await insertPerformer(app.db, id);
  await verify(app, performerId);
  await giveConsent(app, performerId, id);
  return performerId;
}
