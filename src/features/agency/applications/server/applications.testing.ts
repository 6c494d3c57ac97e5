import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/database/db.ts';
import { influencerApplications } from './applications.table.ts';

type Values = Partial<typeof influencerApplications.$inferInsert>;

/** Stores an application in any state and returns its id. */
export async function createApplication(db: Db, values: Values = {}): Promise<string> {
  const [created] = await db
    .insert(influencerApplications)
    .values({
      fullName: 'Marlowe Vesperine',
      email: 'marlowe@example.test',
      phone: '+1 555 0100',
      contentCategory: 'Travel',
      whyJoin: 'To be closer to those who follow me.',
      fingerprint: randomUUID(),
      reviewedAt: (values.status ?? 'pending') === 'pending' ? null : new Date(),
      ...values,
    })
    .returning({ id: influencerApplications.id });
  return created!.id;
}
