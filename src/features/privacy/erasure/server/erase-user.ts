import { eq } from 'drizzle-orm';
import { recordDeletedImages } from '#src/features/content/page-images/server/page-images.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { retainTaxDetails } from '#src/features/money/payees/server/retain-tax-details.ts';
import { savePayee } from '#src/features/money/payouts/server/save-payee.ts';
import { endWithUser } from '#src/features/money/subscriptions/server/end-with-user.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';

export type Erasure = { jobs: Jobs; mail: Mailer; config: Pick<Config, 'publicUrl'> };

/**
 * Deletes a locked user with all their data and ends their subscriptions. Payments and payouts stay in
 * the ledger under ids that lead to nobody.
 */
export async function eraseUser(
  tx: Db,
  { jobs, mail, config }: Erasure,
  userId: string,
): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for('update');
  await endWithUser(tx, { jobs, mail, config }, userId);
  await savePayee(tx, userId);
  await retainTaxDetails(tx, userId);
  const [profile] = await tx.delete(profiles).where(eq(profiles.id, userId)).returning();
  await tx.delete(users).where(eq(users.id, userId));
  if (profile) await recordDeletedImages(tx, profile);
  await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
}
