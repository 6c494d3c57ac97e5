import { createHash } from 'node:crypto';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Db } from '#src/platform/database/db.ts';
import { recoveryCodes } from './second-factor.table.ts';

const COUNT = 10;
/** 120 bits cannot be guessed, so a fast hash is enough. */
const BYTES = 15;

const hash = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest('hex');

const createCode = (): string => new Secret({ size: BYTES }).base32.replaceAll(/.{4}(?=.)/g, '$&-');

/** Replaces the recovery codes of a user. @returns the new ones, which are not stored */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, createCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hash(code) })));
  return codes;
}

/** Uses a recovery code. @returns whether it was an unused one */
export async function takeRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return taken.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row!.count;
}
