import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { Application } from '../applications.schema.ts';
import { mailApplicant, type ApplicationMailer } from './application-mails.ts';
import { influencerApplications } from './applications.table.ts';

// Parsing normalizes the order of the fields.
const fingerprintOf = (application: Application): string =>
  createHash('sha256').update(JSON.stringify(application)).digest('hex');

/**
 * Stores an application for review and confirms it by mail, unless the same one is pending already.
 * @throws DomainError 'rate-limited' for a sixth application from one address in a day
 */
export async function submitApplication(
  { db, mail, limits }: { db: Db; limits: { applicationAddress: RateLimit } } & ApplicationMailer,
  application: Application,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(influencerApplications)
      .values({ ...application, fingerprint: fingerprintOf(application) })
      .onConflictDoNothing({
        target: influencerApplications.fingerprint,
        // A literal: PostgreSQL matches the partial index only by a constant.
        where: sql`${influencerApplications.status} = 'pending'`,
      })
      .returning({ id: influencerApplications.id, email: influencerApplications.email });
    if (!stored) return;
    // The address is not confirmed: nobody else may be flooded with confirmations.
    await limits.applicationAddress.consume(stored.email);
    await mailApplicant(tx, { mail }, stored, 'received');
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
  });
}
