import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openText, sealText } from '#src/platform/config/sealed-text.ts';
import type { Db } from '#src/platform/database/db.ts';
import { secondFactors } from './second-factor.table.ts';
import { sealedFor } from './second-factor.ts';

const BATCH = 500;

type Resealed = {
  sealed: number;
  /** Those whose secret of the product is no longer listed. */
  unreadable: number;
};

/** Seals the secrets of all authenticator apps with the newest secret. */
export async function resealSecondFactors(db: Db, secrets: Secrets): Promise<Resealed> {
  const { userId, secret } = secondFactors;
  const count = { sealed: 0, unreadable: 0 };
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .select({ userId, secret: sql<string>`${secret}` })
      .from(secondFactors)
      .where(and(isNotNull(secret), last === undefined ? undefined : gt(userId, last)))
      .orderBy(asc(userId))
      .limit(BATCH);
    for (const row of rows) {
      const resealed = reseal(secrets, row);
      if (resealed === null) {
        count.unreadable += 1;
        continue;
      }
      await db
        .update(secondFactors)
        .set({ secret: resealed })
        // Unless the user has replaced it in the meantime.
        .where(and(eq(userId, row.userId), eq(secret, row.secret)));
      count.sealed += 1;
    }
    last = rows.at(-1)?.userId;
    if (rows.length < BATCH) return count;
  }
}

function reseal(secrets: Secrets, { userId, secret }: { userId: string; secret: string }) {
  const owner = sealedFor(userId);
  try {
    return sealText(secrets, owner, openText(secrets, owner, secret));
  } catch {
    return null;
  }
}
