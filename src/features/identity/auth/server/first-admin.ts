import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { firstAdminSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { PRIVATE_FILE } from '#src/platform/config/private-folders.ts';
import type { Db } from '#src/platform/database/db.ts';
import { issueOneTimeToken, spendOneTimeToken, withdrawOneTimeToken } from './one-time-tokens.ts';

const PURPOSE = 'first-admin';
const LINK_HOURS = 24;

type NewAdmin = { email: string; password: string; fullName?: string };

async function hasAdmin(db: Db): Promise<boolean> {
  const admins = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
    .limit(1);
  return admins.length > 0;
}

/** Creates the first admin unless an admin exists. @returns whether this call created the admin. */
export async function createFirstAdmin(
  db: Db,
  { email, password, fullName = '' }: NewAdmin,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // An arbitrary constant; the lock lets only one of two simultaneous starts create the admin.
    await tx.execute(sql`select pg_advisory_xact_lock(7241931)`);
    if (await hasAdmin(tx)) return false;
    // Whoever sets up the installation is trusted with the address, and mail may not work yet.
    const newAdmin = {
      email,
      password,
      fullName,
      role: 'admin',
      isEmailConfirmed: true,
    } as const;
    await createUser(tx, newAdmin);
    await withdrawOneTimeToken(tx, { purpose: PURPOSE });
    return true;
  });
}

/** Creates the first admin with the token of the printed link, and spends the token. */
export async function setUpFirstAdmin(
  db: Db,
  { token, ...admin }: z.output<typeof firstAdminSchema>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const spent = await spendOneTimeToken(tx, PURPOSE, token);
    const created = spent !== null && (await createFirstAdmin(tx, admin));
    if (!created)
      throw new DomainError('not-found', 'This set-up link has been used or has expired');
  });
}

/** Where a start reports; what is not a terminal is collected in logs, which others read. */
type Output = { print: (line: string) => void; isTerminal: boolean };

/**
 * Creates the configured first admin at start, or a set-up link when none is configured: a terminal
 * shows it, otherwise a private file in the data folder contains it. Does nothing once an admin exists.
 */
export async function prepareFirstAdmin(
  { db, config }: { db: Db; config: Pick<Config, 'admin' | 'publicUrl' | 'dataDir'> },
  { print, isTerminal }: Output,
): Promise<void> {
  const file = path.join(config.dataDir, 'set-up-link');
  rmSync(file, { force: true });
  if (await hasAdmin(db)) return;
  if (config.admin) {
    try {
      if (await createFirstAdmin(db, config.admin)) print(`Admin created: ${config.admin.email}`);
      return;
    } catch (error) {
      const code = error instanceof DomainError ? error.code : null;
      if (code !== 'email-taken' && code !== 'invalid-input') throw error;
      print(
        code === 'email-taken'
          ? 'ADMIN_EMAIL belongs to an account that is not an admin. The account was not changed.'
          : `ADMIN_PASSWORD was refused, and no admin was created: ${(error as DomainError).message}`,
      );
    }
  }
  // Only the latest link is valid.
  await withdrawOneTimeToken(db, { purpose: PURPOSE });
  const token = await issueOneTimeToken(db, { purpose: PURPOSE }, LINK_HOURS);
  // In the fragment, which browsers never send to a server, neither in requests nor as referrer.
  const link = `${config.publicUrl}/setup#${token}`;
  if (!isTerminal) writeFileSync(file, `${link}\n`, { mode: PRIVATE_FILE });
  const where = isTerminal ? `: ${link}` : ` with the link in ${file}`;
  print(`There is no admin yet. Set one up within ${LINK_HOURS} hours${where}`);
}
