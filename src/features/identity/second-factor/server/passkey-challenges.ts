import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { PasskeyPurpose } from '../passkeys.schema.ts';
import { passkeyChallenges } from './passkeys.table.ts';

/** How long the user has to answer the browser. */
export const CHALLENGE_MINUTES = 5;

/** What a challenge is for; the session is null for signing in. */
export type ChallengeUse = { purpose: PasskeyPurpose; sessionId: string | null };

/** Creates a challenge. @returns random bytes in base64url */
export async function issueChallenge(db: Db, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
  await db.insert(passkeyChallenges).values({
    ...use,
    challenge,
    expiresAt: sql`now() + ${`${CHALLENGE_MINUTES} minutes`}::interval`,
  });
  return challenge;
}

/** Spends a challenge, whether or not what was signed turns out to be valid. */
export async function spendChallenge(
  db: Db,
  { purpose, sessionId }: ChallengeUse,
  challenge: string,
): Promise<boolean> {
  const { sessionId: issuedTo } = passkeyChallenges;
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        sessionId === null ? isNull(issuedTo) : eq(issuedTo, sessionId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return spent.length > 0;
}
