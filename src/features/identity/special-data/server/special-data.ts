import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import { CONSENT_VERSION, type SpecialData } from '../special-data.schema.ts';
import { SPECIAL_DATA, specialData } from './special-data.table.ts';

export type SpecialDataServices = { db: Db; config: Pick<Config, 'secrets'> };

/** When a fan agreed, and to which text. */
type Consent = { consentedAt: Date; consentVersion: number };

/**
 * The special-category data of a fan: the only function that reads them.
 * @returns null without a consent, and for data whose secret is lost, so that the fan can enter them again
 */
export async function findSpecialData(
  { db, config }: SpecialDataServices,
  userId: string,
): Promise<SpecialData | null> {
  const [row] = await db
    .select({ sealed: specialData.sealed })
    .from(specialData)
    .where(eq(specialData.userId, userId));
  if (!row?.sealed) return null;
  try {
    return JSON.parse(openOf(config.secrets, SPECIAL_DATA, userId, row.sealed)) as SpecialData;
  } catch {
    return null;
  }
}

/** Stores the special-category data of a fan who consents, by this input or an earlier one. */
export async function saveSpecialData(
  { db, config }: SpecialDataServices,
  userId: string,
  data: SpecialData,
  consent: Consent = { consentedAt: new Date(), consentVersion: CONSENT_VERSION },
): Promise<void> {
  const sealed = sealFor(config.secrets, SPECIAL_DATA, userId, JSON.stringify(data));
  await db.transaction(async (tx) => {
    // A consent that was withdrawn is replaced; one that lasts stays as it was given.
    await tx
      .delete(specialData)
      .where(and(eq(specialData.userId, userId), isNotNull(specialData.withdrawnAt)));
    await tx
      .insert(specialData)
      .values({ userId, sealed, ...consent })
      .onConflictDoUpdate({ target: specialData.userId, set: { sealed } });
  });
}

/** Withdraws the consent of a fan and deletes the data. When it was given and withdrawn stays. */
export async function withdrawConsent(db: Db, userId: string): Promise<void> {
  await db
    .update(specialData)
    .set({ sealed: null, withdrawnAt: sql`now()` })
    .where(and(eq(specialData.userId, userId), isNull(specialData.withdrawnAt)));
}
