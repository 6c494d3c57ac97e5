import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Application } from '../applications.schema.ts';
import { influencerApplications } from './applications.table.ts';

// Parsing normalizes the order of the fields.
const fingerprintOf = (application: Application): string =>
  createHash('sha256').update(JSON.stringify(application)).digest('hex');

/** Stores an application for review, unless the same one is pending already. */
export async function submitApplication(db: Db, application: Application): Promise<void> {
  await db
    .insert(influencerApplications)
    .values({ ...application, fingerprint: fingerprintOf(application) })
    .onConflictDoNothing({
      target: influencerApplications.fingerprint,
      // A literal: PostgreSQL matches the partial index only by a constant.
      where: sql`${influencerApplications.status} = 'pending'`,
    });
}
