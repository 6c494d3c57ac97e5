import { and, count, eq } from 'drizzle-orm';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { CreatedPasskey, CreationOptions } from '../passkeys.schema.ts';
import { listCredentials } from './list-passkeys.ts';
import { CHALLENGE_MINUTES, issueChallenge, spendChallenge } from './passkey-challenges.ts';
import { passkeys } from './passkeys.table.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';
import { secondFactors } from './second-factor.table.ts';
import {
  deleteSecondFactor,
  requiresSecondFactor,
  turnOn,
  type SecondFactorServices,
} from './second-factor.ts';
import { invalidPasskey, relyingParty, toUserHandle } from './verify-passkey.ts';

/** More than anybody has devices and security keys. */
const MAXIMUM_PASSKEYS = 20;

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];

const forAdding = ({ sessionId }: Actor) => ({ purpose: 'add', sessionId }) as const;

/** What the actor's browser needs to create a passkey. */
export async function createPasskeyOptions(
  { db, config }: SecondFactorServices,
  actor: Actor,
): Promise<CreationOptions> {
  const { userId, email, fullName } = actor;
  return {
    challenge: await issueChallenge(db, forAdding(actor)),
    rp: { id: relyingParty(config).id, name: 'Velvet Rope' },
    user: { id: toUserHandle(userId), name: email, displayName: fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: await listCredentials(db, userId),
  };
}

async function verifyCreated(
  { db, config }: SecondFactorServices,
  actor: Actor,
  created: CreatedPasskey,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: (challenge) => spendChallenge(db, forAdding(actor), challenge),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw invalidPasskey(cause);
  });
  if (!registrationInfo) throw invalidPasskey();
  return registrationInfo;
}

/**
 * Adds a passkey, and turns two-factor authentication on if it was off.
 * @returns recovery codes if there were none
 * @throws DomainError 'invalid-passkey' or 'not-allowed-in-state'
 */
export async function addPasskey(
  services: SecondFactorServices,
  actor: Actor,
  { passkey, userAgent }: { passkey: CreatedPasskey; userAgent: string | undefined },
): Promise<string[]> {
  const { credential, credentialBackedUp } = await verifyCreated(services, actor, passkey);
  const { userId } = actor;
  return services.db.transaction(async (tx) => {
    const recoveryCodes = await turnOn(tx, actor);
    const [stored] = await tx
      .select({ count: count() })
      .from(passkeys)
      .where(eq(passkeys.userId, userId));
    if (stored!.count >= MAXIMUM_PASSKEYS) {
      throw new DomainError('not-allowed-in-state', 'Remove a passkey before you add another one');
    }
    const added = await tx
      .insert(passkeys)
      .values({
        userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: passkey.response.transports,
        isBackedUp: credentialBackedUp,
        name: nameDevice(userAgent),
      })
      // Somebody else's id would let the authenticator of one user stand for another.
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) throw invalidPasskey();
    await mailSecondFactorChange(tx, services, userId, 'passkey-added');
    return recoveryCodes;
  });
}

/**
 * Removes a passkey; without an authenticator app, the last one turns two-factor authentication off.
 * @throws DomainError 'not-found', or 'last-second-factor' if the actor's role requires one
 */
export async function removePasskey(
  { db, ...services }: SecondFactorServices,
  actor: Actor,
  id: string,
): Promise<void> {
  const { userId } = actor;
  await db.transaction(async (tx) => {
    // Locked, so that two passkeys removed at the same time know of each other.
    const [factor] = await tx
      .select({ appAddedAt: secondFactors.appAddedAt })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .for('update');
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0)
      throw new DomainError('not-found', 'This passkey was removed already');
    const isLast = !factor?.appAddedAt && (await listCredentials(tx, userId)).length === 0;
    if (isLast && requiresSecondFactor(services.config, actor)) {
      throw new DomainError('last-second-factor');
    }
    await mailSecondFactorChange(tx, services, userId, isLast ? 'off' : 'passkey-removed');
    if (isLast) await deleteSecondFactor(tx, userId);
  });
}
