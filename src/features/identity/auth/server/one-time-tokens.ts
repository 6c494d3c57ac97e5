import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, like, lt, sql } from 'drizzle-orm';
import { verifications } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The purpose of links with which a password is reset. */
export const PASSWORD_RESET = 'password-reset';

/** Purpose and subject of a one-time token. */
type TokenUse = { purpose: string; subject?: string };

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
const tokenIdentifier = ({ purpose, subject = '' }: TokenUse): string => `${purpose}:${subject}`;

/** Issues the token of a one-time link and stores its hash. Earlier tokens stay valid. */
export async function issueOneTimeToken(db: Db, use: TokenUse, hours: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = sql`now() + make_interval(hours => ${hours}::int)`;
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  await db
    .insert(verifications)
    .values({ identifier: tokenIdentifier(use), value: hashToken(token), expiresAt });
  return token;
}

/**
 * Spends a token, and with it all others of its purpose and subject, within the caller's transaction:
 * only one of several simultaneous calls succeeds, and a rollback leaves the tokens usable.
 * @returns the subject, or null when the token was used, has expired or never existed.
 */
export async function spendOneTimeToken(
  tx: Db,
  purpose: string,
  token: string,
): Promise<string | null> {
  const start = tokenIdentifier({ purpose });
  const value = hashToken(token);
  const ofToken = tx
    .select({ identifier: verifications.identifier })
    .from(verifications)
    .where(
      and(
        like(verifications.identifier, `${start}%`),
        eq(verifications.value, value),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  const ended = await tx
    .delete(verifications)
    .where(inArray(verifications.identifier, ofToken))
    .returning({ identifier: verifications.identifier, value: verifications.value });
  // Without its own row, a simultaneous call has spent the token.
  const spent = ended.find((each) => each.value === value);
  return spent ? spent.identifier.slice(start.length) : null;
}

/** Invalidates the tokens of a purpose. */
export async function withdrawOneTimeToken(db: Db, use: TokenUse): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, tokenIdentifier(use)));
}
