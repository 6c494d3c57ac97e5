import { and, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { secondFactorSchema, SecondFactorSetup } from '../second-factor.schema.ts';
import { unconfirmOtherSessions } from './end-factors.ts';
import { listPasskeys } from './list-passkeys.ts';
import { passkeys } from './passkeys.table.ts';
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';
import { secondFactors, TOTP_SECRETS } from './second-factor.table.ts';
import { createTotpSecret, findTotpStep, toTotpAddress } from './totp.ts';

export type SecondFactorServices = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireSecondFactor'>;
};

/**
 * The delay of wrong codes of an account: ten are free, then one every 30 seconds to an hour. Only a
 * right code ends it.
 */
export const CODE_DELAY = {
  name: 'second-factor-codes',
  free: 10,
  firstSeconds: 30,
  maximumSeconds: 60 * 60,
  memorySeconds: 24 * 60 * 60,
};

/** The roles that reach the data of others. */
export const ROLES_WITH_SECOND_FACTOR: readonly Role[] = ['admin', 'staff'];

const invalidCode = () => {
  const message = 'This code isn’t valid. Enter the current code of your app.';
  return new DomainError('invalid-code', message, [{ path: 'code', message }]);
};

async function findApp(
  { db, config }: Pick<SecondFactorServices, 'db' | 'config'>,
  userId: string,
): Promise<{ secret: string; isAdded: boolean } | null> {
  const [row] = await db
    .select({ secret: secondFactors.secret, appAddedAt: secondFactors.appAddedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  if (!row?.secret) return null;
  const secret = openOf(config.secrets, TOTP_SECRETS, userId, row.secret);
  return { secret, isAdded: row.appAddedAt !== null };
}

/** What a user has beside recovery codes; null if two-factor authentication is off. */
export async function findSecondFactor(
  db: Db,
  userId: string,
): Promise<{ hasApp: boolean; hasPasskey: boolean } | null> {
  const [found] = await db
    .select({
      hasApp: sql<boolean>`${secondFactors.appAddedAt} is not null`,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${secondFactors.userId})`,
    })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.turnedOnAt)));
  return found ?? null;
}

/** Whether the actor's role needs a second factor. */
export function requiresSecondFactor(
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  { role }: Actor,
): boolean {
  return requireSecondFactor && role !== null && ROLES_WITH_SECOND_FACTOR.includes(role);
}

/** The actor's second factor. */
export async function getSecondFactor(
  { db, config }: SecondFactorServices,
  actor: Actor,
): Promise<z.input<typeof secondFactorSchema>> {
  const { userId } = actor;
  const [row] = await db
    .select({ turnedOnAt: secondFactors.turnedOnAt, appAddedAt: secondFactors.appAddedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return {
    turnedOnAt: row?.turnedOnAt ?? null,
    isRequired: requiresSecondFactor(config, actor),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    hasApp: Boolean(row?.appAddedAt),
    passkeys: await listPasskeys(db, userId),
  };
}

/**
 * Creates the secret for an authenticator app, which counts only after its first code.
 * @throws DomainError 'not-allowed-in-state' if there is an app already
 */
export async function setUpSecondFactor(
  { db, config }: SecondFactorServices,
  { userId, email }: Actor,
): Promise<SecondFactorSetup> {
  const secret = createTotpSecret();
  const values = {
    secret: sealFor(config.secrets, TOTP_SECRETS, userId, secret),
    lastStep: null,
  };
  const stored = await db
    .insert(secondFactors)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: values,
      setWhere: isNull(secondFactors.appAddedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) {
    throw new DomainError('not-allowed-in-state', 'You already have an authenticator app');
  }
  return { secret, address: toTotpAddress(secret, email) };
}

/**
 * Turns two-factor authentication on, unless it is on already. The caller mails the user.
 * @param app what to store about the authenticator app
 * @returns recovery codes if it was off
 */
export async function turnOn(
  tx: Db,
  { userId, sessionId }: Actor,
  app: Pick<typeof secondFactors.$inferInsert, 'lastStep'> & { appAddedAt?: SQL } = {},
): Promise<string[]> {
  // Locks the row until the end of the transaction.
  const [before] = await tx
    .insert(secondFactors)
    .values({ userId })
    .onConflictDoUpdate({ target: secondFactors.userId, set: { updatedAt: sql`now()` } })
    .returning({ turnedOnAt: secondFactors.turnedOnAt });
  await tx
    .update(secondFactors)
    .set({ ...app, turnedOnAt: sql`coalesce(${secondFactors.turnedOnAt}, now())` })
    .where(eq(secondFactors.userId, userId));
  if (before!.turnedOnAt) return [];
  await unconfirmOtherSessions(tx, { userId, sessionId });
  return replaceRecoveryCodes(tx, userId);
}

/**
 * Adds the authenticator app with its first code. @returns recovery codes if there were none
 * @throws DomainError 'invalid-code', or 'not-allowed-in-state' without an earlier setup
 */
export async function turnOnSecondFactor(
  { db, ...services }: SecondFactorServices,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const { userId } = actor;
  return db.transaction(async (tx) => {
    const app = await findApp({ db: tx, ...services }, userId);
    if (!app || app.isAdded) {
      throw new DomainError('not-allowed-in-state', 'Start the setup again');
    }
    const step = findTotpStep(app.secret, withoutSpaces(code));
    if (step === null) throw invalidCode();
    const codes = await turnOn(tx, actor, { appAddedAt: sql`now()`, lastStep: step });
    await mailSecondFactorChange(tx, services, userId, codes.length > 0 ? 'on' : 'app-added');
    return codes;
  });
}

/** Turns two-factor authentication off: deletes the app, passkeys and recovery codes. */
export async function turnOffSecondFactor(
  { db, ...services }: SecondFactorServices,
  { userId }: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await deleteSecondFactor(tx, userId)) {
      await mailSecondFactorChange(tx, services, userId, 'off');
    }
  });
}

/** Deletes the second factor of a user with all passkeys. @returns whether it was on */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ turnedOnAt: secondFactors.turnedOnAt });
  return deleted.some(({ turnedOnAt }) => turnedOnAt !== null);
}

/** Replaces the actor's recovery codes. @throws DomainError 'not-allowed-in-state' if it is off */
export async function renewRecoveryCodes(
  { db, ...services }: SecondFactorServices,
  { userId }: Actor,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    if (!(await findSecondFactor(tx, userId))) {
      throw new DomainError('not-allowed-in-state', 'Turn on two-factor authentication first');
    }
    await mailSecondFactorChange(tx, services, userId, 'new-codes');
    return replaceRecoveryCodes(tx, userId);
  });
}

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

/**
 * Verifies a code of the user's authenticator app or a recovery code, each of which works once, delays
 * guesses, and notifies the owner when the delay starts.
 * @throws DomainError 'invalid-code' or 'rate-limited'
 */
export async function verifyCode(
  { codeGuesses, ...services }: SecondFactorServices & { codeGuesses: GrowingDelay },
  userId: string,
  code: string,
): Promise<void> {
  const count = await codeGuesses.attempt(userId);
  const isAppCode = /^\d{6}$/.test(withoutSpaces(code));
  const isValid = isAppCode
    ? await takeAppCode(services, userId, withoutSpaces(code))
    : await spendRecoveryCode(services, userId, code);
  if (isValid) return codeGuesses.reset(userId);
  if (count === codeGuesses.free) {
    await mailSecondFactorChange(services.db, services, userId, 'codes-guessed');
  }
  throw invalidCode();
}

async function takeAppCode(
  services: SecondFactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const app = await findApp(services, userId);
  const step = app?.isAdded ? findTotpStep(app.secret, code) : null;
  if (step === null) return false;
  const taken = await services.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return taken.length > 0;
}

async function spendRecoveryCode(
  { db, ...services }: SecondFactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isTaken = await takeRecoveryCode(tx, userId, code);
    if (isTaken) await mailSecondFactorChange(tx, services, userId, 'code-used');
    return isTaken;
  });
}
