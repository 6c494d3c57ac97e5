import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { AgeVerification } from '../age-checks.schema.ts';
import { ageVerifications } from './age-checks.table.ts';
import { isValid } from './viewer-age.ts';

/** The newest verification of a fan's age; null without one. */
export async function findFanAge(db: Db, userId: string) {
  const [newest] = await db
    .select({
      id: ageVerifications.id,
      method: ageVerifications.method,
      verifiedAt: ageVerifications.verifiedAt,
      expiresAt: ageVerifications.expiresAt,
      revokedAt: ageVerifications.revokedAt,
    })
    .from(ageVerifications)
    .where(eq(ageVerifications.userId, userId))
    .orderBy(desc(ageVerifications.verifiedAt))
    .limit(1);
  return newest ?? null;
}

/** Ends every verification of a fan that counts, so that another one is needed. */
export async function revokeFanAge(db: Db, userId: string): Promise<void> {
  await db
    .update(ageVerifications)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(ageVerifications.userId, userId), isValid));
}

export const AGE_VERIFICATION_EXAMPLE: AgeVerification = {
  id: '6f1e2d3c-8f40-4d0b-9a3e-1b6c7d8e9f02',
  method: 'yoti',
  verifiedAt: '2026-11-10T10:00:00.000Z',
  expiresAt: '2027-02-08T10:00:00.000Z',
  revokedAt: null,
};
