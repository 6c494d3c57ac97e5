import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/database/db.ts';
import { performers } from './performers.table.ts';

/** The identity of an invented performer. */
export const IDENTITY = {
  fullName: 'Mara Vale',
  legalGivenNames: 'Marianne',
  legalSurname: 'Valdecourt',
  aliases: ['Mara V.'],
  dateOfBirth: '1994-04-12',
  country: 'FR',
};

/** Stores a co-performer of an influencer, unless the values say otherwise, and returns the id. */
export async function insertPerformer(
  db: Db,
  influencerId: string,
  values: Partial<typeof performers.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insert(performers)
    .values({ id, kind: 'co-performer', influencerId, ...IDENTITY, ...values });
  return id;
}
