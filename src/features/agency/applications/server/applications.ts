import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Application } from '../applications.schema.ts';
import { influencerApplications } from './applications.table.ts';

// The schema puts the fields in its own order, however they were sent.
const fingerprintOf = (application: Application): string =>
  createHash('sha256').update(JSON.stringify(application)).digest('hex');

/** Keeps an application for the staff to review. One that is pending already is not kept twice. */
export async function submitApplication(db: Db, application: Application): Promise<void> {
  await db
    .insert(influencerApplications)
    .values({ ...application, fingerprint: fingerprintOf(application) })
    .onConflictDoNothing({
      target: influencerApplications.fingerprint,
      // Spelled out: PostgreSQL finds the partial index only by a constant.
      where: sql`${influencerApplications.status} = 'pending'`,
    });
}
