import { and, asc, eq, gt } from 'drizzle-orm';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openText, sealText } from '#src/platform/config/sealed-text.ts';
import type { Db } from '#src/platform/database/db.ts';
import { secondFactors } from './second-factor.table.ts';
import { sealedFor } from './second-factor.ts';

const BATCH = 500;

/** Seals the secrets of all authenticator apps with the newest secret. @returns their number */
export async function resealSecondFactors(db: Db, secrets: Secrets): Promise<number> {
  const { userId, secret } = secondFactors;
  let count = 0;
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .select({ userId, secret })
      .from(secondFactors)
      .where(last === undefined ? undefined : gt(userId, last))
      .orderBy(asc(userId))
      .limit(BATCH);
    for (const row of rows) {
      const text = openText(secrets, sealedFor(row.userId), row.secret);
      await db
        .update(secondFactors)
        .set({ secret: sealText(secrets, sealedFor(row.userId), text) })
        // Unless the user has replaced it in the meantime.
        .where(and(eq(userId, row.userId), eq(secret, row.secret)));
    }
    count += rows.length;
    last = rows.at(-1)?.userId;
    if (rows.length < BATCH) return count;
  }
}
