import { lt, sql } from 'drizzle-orm';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Deletes confirmations whose links have expired, because they contain addresses. */
export async function sweepConfirmations(db: Db): Promise<void> {
  const expired = sql`coalesce(${emailConfirmations.undoableUntil}, ${emailConfirmations.expiresAt})`;
  await db.delete(emailConfirmations).where(lt(expired, sql`now()`));
}
