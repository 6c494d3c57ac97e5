import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import type { firstAdminSchema } from '../accounts.schema.ts';
import { userRoles, verifications } from './accounts.table.ts';
import { createUser } from './accounts.ts';

const IDENTIFIER = 'first-admin';
const LINK_HOURS = 24;

type AdminCredentials = { email: string; password: string };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

async function hasAdmin(db: Db): Promise<boolean> {
  const admins = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
    .limit(1);
  return admins.length > 0;
}

/**
 * Makes the first admin; does nothing when there is one already.
 * @returns whether this call made it.
 */
export async function createFirstAdmin(
  db: Db,
  { email, password }: AdminCredentials,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // An arbitrary constant: of two starts at once only one makes the admin.
    await tx.execute(sql`select pg_advisory_xact_lock(7241931)`);
    if (await hasAdmin(tx)) return false;
    await createUser(tx, { email, password, fullName: '', role: 'admin' });
    await tx.delete(verifications).where(eq(verifications.identifier, IDENTIFIER));
    return true;
  });
}

/** Sets up the first admin with the token of the printed link, which then is spent. */
export async function setUpFirstAdmin(
  db: Db,
  { token, email, password }: z.output<typeof firstAdminSchema>,
): Promise<void> {
  const [link] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, IDENTIFIER),
        eq(verifications.value, hashOf(token)),
        gt(verifications.expiresAt, new Date()),
      ),
    );
  const made = link ? await createFirstAdmin(db, { email, password }) : false;
  if (!made) {
    throw new DomainError('not-found', 'This set-up link has been used or has expired');
  }
}

/** Makes a new one-time link, valid for 24 hours; the one before it no longer counts. */
async function createSetUpLink(db: Db, publicUrl: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.identifier, IDENTIFIER));
    await tx.insert(verifications).values({
      identifier: IDENTIFIER,
      value: hashOf(token),
      expiresAt: new Date(Date.now() + LINK_HOURS * 60 * 60 * 1000),
    });
  });
  return `${publicUrl}/setup?token=${token}`;
}

/**
 * Sees to it at start that there is an admin, or a way to become one: makes the configured one,
 * or else prints a set-up link. Does nothing once an admin exists.
 */
export async function prepareFirstAdmin(
  { db, config }: { db: Db; config: Pick<Config, 'admin' | 'publicUrl'> },
  print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<void> {
  if (await hasAdmin(db)) return;
  if (config.admin) {
    try {
      if (await createFirstAdmin(db, config.admin)) print(`Admin created: ${config.admin.email}`);
      return;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'email-taken')) throw error;
      print('ADMIN_EMAIL belongs to an account that is not an admin; it stays as it is.');
    }
  }
  const link = await createSetUpLink(db, config.publicUrl);
  print(`There is no admin yet. Set one up within ${LINK_HOURS} hours: ${link}`);
}
