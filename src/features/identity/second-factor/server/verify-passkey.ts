import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { RequestOptions, UsedPasskey } from '../passkeys.schema.ts';
import { listCredentials } from './list-passkeys.ts';
import {
  CHALLENGE_MINUTES,
  issueChallenge,
  spendChallenge,
  type ChallengeUse,
} from './passkey-challenges.ts';
import { passkeys } from './passkeys.table.ts';

type Dependencies = { db: Db; config: Pick<Config, 'publicUrl'> };

/** What passkeys are bound to. Browsers offer them on this host alone. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { id: new URL(publicUrl).hostname, origin: publicUrl };
}

/** The user's id as authenticators store it. */
export function toUserHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

const fromUserHandle = (handle: string): string => Buffer.from(handle, 'base64url').toString();

export function invalidPasskey(cause?: unknown): DomainError {
  return new DomainError('invalid-passkey', undefined, undefined, { cause });
}

/** What a browser needs to use a passkey: one of its owner, or any one. */
export async function requestPasskey(
  { db, config }: Dependencies,
  use: ChallengeUse,
  ownerId?: string,
): Promise<RequestOptions> {
  return {
    challenge: await issueChallenge(db, use),
    rpId: relyingParty(config).id,
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
    allowCredentials: ownerId === undefined ? [] : await listCredentials(db, ownerId),
  };
}

/**
 * Verifies what a passkey signed. The authenticator has verified its user, so this proves as much as
 * a password with a code.
 * @param ownerId whose passkey it must be; by default anybody's
 * @returns the id of the user
 * @throws DomainError 'invalid-passkey'
 */
export async function verifyPasskey(
  { db, config }: Dependencies,
  use: ChallengeUse,
  used: UsedPasskey,
  ownerId?: string,
): Promise<string> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, used.id));
  const { userHandle, ...response } = used.response;
  // Authenticators may omit it where the server named the passkeys.
  const namedId = userHandle === undefined ? ownerId : fromUserHandle(userHandle);
  const isOwner = namedId === passkey?.userId && (ownerId ?? namedId) === namedId;
  if (!passkey || !isOwner) throw invalidPasskey();
  const { id, userId, credentialId, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...used, response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => spendChallenge(db, use, challenge),
    expectedOrigin,
    expectedRPID,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw invalidPasskey(cause);
  });
  if (!verified) throw invalidPasskey();
  const { newCounter, credentialBackedUp: isBackedUp } = authenticationInfo;
  const stored = await db
    .update(passkeys)
    .set({ counter: newCounter, isBackedUp, lastUsedAt: sql`now()` })
    // Unless it was used or removed in the meantime.
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  if (stored.length === 0) throw invalidPasskey();
  return userId;
}
