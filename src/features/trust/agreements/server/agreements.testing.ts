import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { IDENTITY } from '#src/features/agency/performers/server/performers.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import type { AgreementKind } from '../agreements.schema.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';
import { sha256Of } from './shown-text.ts';

type Store = Pick<TestApp, 'db'>;

export const TEMPLATE = '# Agreement\n\n{{agency}} and {{legal_name}}, {{share}}, {{date}}.';

/** Stores a published version of a template and returns its id. */
export async function publishVersion(
  { db }: Store,
  kind: AgreementKind = 'creator-agreement',
  values: Partial<typeof agreementVersions.$inferInsert> = {},
): Promise<string> {
  const number = sql<number>`(select coalesce(max(${agreementVersions.number}), 0) + 1
    from ${agreementVersions} where ${agreementVersions.kind} = ${kind})`;
  const [added] = await db
    .insert(agreementVersions)
    .values({ kind, number, text: TEMPLATE, publishedAt: new Date(), ...values })
    .returning({ id: agreementVersions.id });
  return added!.id;
}

/** The countersignature of a signed agreement. */
export const COUNTERSIGNED = {
  countersignedAt: new Date(),
  countersignedBy: randomUUID(),
  countersignedName: 'Bastian Holloway',
  countersignedAddress: 'local',
  countersignedUserAgent: 'Mozilla/5.0',
};

/** Enters an influencer in the register, with a plan, so that they can sign. */
export async function makeSigner({ db }: Store, influencer: Pick<TestUser, 'id'>): Promise<string> {
  const id = randomUUID();
  await db
    .insert(performers)
    .values({ ...IDENTITY, id, kind: 'influencer', influencerId: influencer.id });
  await db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 1_999 })
    .onConflictDoNothing();
  return id;
}

/** Stores a signed agreement and returns its id. */
export async function insertSigned(
  { db }: Store,
  signed: { performerId: string; influencerId: string; versionId: string },
  values: Partial<typeof signedAgreements.$inferInsert> = {},
): Promise<string> {
  const text = 'Between Velvet Rope and Marianne Valdecourt.';
  const [added] = await db
    .insert(signedAgreements)
    .values({
      kind: 'creator-agreement',
      ...signed,
      text,
      sha256: sha256Of(text),
      signedName: 'Marianne Valdecourt',
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0',
      ...values,
    })
    .returning({ id: signedAgreements.id });
  return added!.id;
}
