import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, like, lt, or } from 'drizzle-orm';
import { verifications } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Purpose and subject of a one-time token. */
type TokenUse = { purpose: string; subject?: string };

const HOUR_MS = 60 * 60 * 1000;
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
const tokenIdentifier = ({ purpose, subject = '' }: TokenUse): string => `${purpose}:${subject}`;

/** Issues the token of a one-time link and stores its hash. Invalidates the previous token. */
export async function issueOneTimeToken(db: Db, use: TokenUse, hours: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const identifier = tokenIdentifier(use);
  const expiresAt = new Date(Date.now() + hours * HOUR_MS);
  await db.transaction(async (tx) => {
    await tx
      .delete(verifications)
      .where(or(eq(verifications.identifier, identifier), lt(verifications.expiresAt, new Date())));
    await tx.insert(verifications).values({ identifier, value: hashToken(token), expiresAt });
  });
  return token;
}

/**
 * Spends a token within the caller's transaction: only one of several simultaneous calls succeeds,
 * and a rollback leaves the token usable.
 * @returns the subject, or null when the token was used, has expired or never existed.
 */
export async function spendOneTimeToken(
  tx: Db,
  purpose: string,
  token: string,
): Promise<string | null> {
  const start = tokenIdentifier({ purpose });
  const [spent] = await tx
    .delete(verifications)
    .where(
      and(
        like(verifications.identifier, `${start}%`),
        eq(verifications.value, hashToken(token)),
        gt(verifications.expiresAt, new Date()),
      ),
    )
    .returning({ identifier: verifications.identifier });
  return spent ? spent.identifier.slice(start.length) : null;
}

/** Invalidates the tokens of a purpose. */
export async function withdrawOneTimeToken(db: Db, use: TokenUse): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, tokenIdentifier(use)));
}
