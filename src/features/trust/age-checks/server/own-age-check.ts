import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { AgeMethod, StartedAgeCheck } from '../age-checks.schema.ts';
import { ageChecks, ageVerifications } from './age-checks.table.ts';
import type { AgeProvider } from './age-provider.ts';
import { finishAgeCheck } from './finish-age-check.ts';
import { isValid } from './viewer-age.ts';

export type AgeCheckServices = {
  db: Db;
  config: Pick<Config, 'ageChecks' | 'secrets' | 'publicUrl'>;
  ageProviders: AgeProvider[];
};

/**
 * Starts a check of a fan or, without a user, of a visitor.
 * @returns its id, and where the person is checked
 * @throws DomainError 'not-supported' or 'provider-unavailable'
 */
export async function startAgeCheck(
  { db, config, ageProviders }: AgeCheckServices,
  userId: string | null,
  method: AgeMethod,
): Promise<{ id: string; started: StartedAgeCheck }> {
  const provider = ageProviders.find((each) => each.method === method);
  if (!provider) throw new DomainError('not-supported', 'This way to verify an age isn’t offered');
  const [check] = await db
    .insert(ageChecks)
    .values({ userId, method })
    .returning({ id: ageChecks.id });
  const { id } = check!;
  const {
    reference,
    url,
    credentialRequest = null,
  } = await provider.start({
    checkId: id,
    returnUrl: `${config.publicUrl}/age-check`,
    notificationUrl: `${config.publicUrl}/webhooks/age/${method}`,
  });
  await db.update(ageChecks).set({ reference }).where(eq(ageChecks.id, id));
  return { id, started: { url, credentialRequest } };
}

/** A check with the seconds for which its verification counts; null if it has passed its retention. */
export async function findAgeCheck(db: Db, id: string) {
  const [check] = await db
    .select({
      method: ageChecks.method,
      status: ageChecks.status,
      reference: ageChecks.reference,
      verificationId: ageChecks.verificationId,
      /** Whom the verification belongs to; null for a visitor. */
      verifiedUserId: ageVerifications.userId,
      /** Null if it does not count any more. */
      seconds: sql<number | null>`case when ${isValid}
        then floor(extract(epoch from ${ageVerifications.expiresAt} - now()))::int end`,
    })
    .from(ageChecks)
    .leftJoin(ageVerifications, eq(ageVerifications.id, ageChecks.verificationId))
    .where(eq(ageChecks.id, id));
  return check ?? null;
}

/** Requests the outcome of an open check from its provider, because a notification may be lost. */
export async function followAgeCheck(
  { db, config, ageProviders }: AgeCheckServices,
  id: string,
): Promise<void> {
  const [open] = await db
    .select({ method: ageChecks.method, reference: ageChecks.reference })
    .from(ageChecks)
    .where(and(eq(ageChecks.id, id), eq(ageChecks.status, 'open')));
  const provider = ageProviders.find(({ method }) => method === open?.method);
  if (!open?.reference || !provider) return;
  const outcome = await provider.fetchOutcome({ id, reference: open.reference });
  if (outcome) await finishAgeCheck(db, config, id, outcome);
}
