import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import type { Credential, passkeySchema } from '../passkeys.schema.ts';
import { passkeys } from './passkeys.table.ts';

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(
  db: Db,
  userId: string,
): Promise<z.input<typeof passkeySchema>[]> {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, addedAt: createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id));
}

/** The passkeys of a user for a browser to look for. */
export async function listCredentials(db: Db, userId: string): Promise<Credential[]> {
  const { credentialId: id, transports } = passkeys;
  const rows = await db
    .select({ id, transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return rows.map((row) => ({ type: 'public-key', ...row }));
}
