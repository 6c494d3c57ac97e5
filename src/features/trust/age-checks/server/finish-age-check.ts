import { and, eq, sql } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AGE_CHECK_MINUTES, type AgeOutcome } from '../age-checks.schema.ts';
import { ageChecks, ageVerifications } from './age-checks.table.ts';

/** Whether a check can still be finished. */
export const isInTime = sql<boolean>`${ageChecks.createdAt} > now() - ${sql.raw(`interval '${AGE_CHECK_MINUTES} minutes'`)}`;

/**
 * Stores how an open check ended, once: what comes later, or too late, changes nothing. Afterwards it is
 * not stored whose check it was.
 */
export async function finishAgeCheck(
  db: Db,
  { ageChecks: { validDays } }: Pick<Config, 'ageChecks'>,
  checkId: string,
  outcome: AgeOutcome,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [check] = await tx
      .select({ userId: ageChecks.userId, method: ageChecks.method, isInTime })
      .from(ageChecks)
      .where(and(eq(ageChecks.id, checkId), eq(ageChecks.status, 'open')))
      .for('update');
    if (!check) return;
    const { userId, method } = check;
    const status = check.isInTime ? outcome : 'ended';
    const verified =
      status === 'passed'
        ? await tx
            .insert(ageVerifications)
            .values({
              userId,
              method,
              verifiedAt: sql`now()`,
              expiresAt: sql`now() + make_interval(days => ${validDays}::int)`,
            })
            .returning({ id: ageVerifications.id })
        : [];
    await tx
      .update(ageChecks)
      .set({
        status,
        endedAt: sql`now()`,
        userId: null,
        reference: null,
        verificationId: verified[0]?.id ?? null,
      })
      .where(eq(ageChecks.id, checkId));
  });
}
