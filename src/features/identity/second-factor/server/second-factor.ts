import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { secondFactorSchema, SecondFactorSetup } from '../second-factor.schema.ts';
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';
import { secondFactors, TOTP_SECRETS } from './second-factor.table.ts';
import { createTotpSecret, findTotpStep, toTotpAddress } from './totp.ts';

export type SecondFactorServices = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireSecondFactor'>;
};

/** The roles that reach the data of others. */
export const ROLES_WITH_SECOND_FACTOR: readonly Role[] = ['admin', 'staff'];

const invalidCode = () => {
  const message = 'This code isn’t valid. Enter the current code of your app.';
  return new DomainError('invalid-code', message, [{ path: 'code', message }]);
};

async function findSecret(
  { db, config }: Pick<SecondFactorServices, 'db' | 'config'>,
  userId: string,
): Promise<{ secret: string; turnedOnAt: Date | null } | null> {
  const [row] = await db
    .select({ secret: secondFactors.secret, turnedOnAt: secondFactors.turnedOnAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return row
    ? {
        ...row,
        secret: openOf(config.secrets, TOTP_SECRETS, userId, row.secret),
      }
    : null;
}

/** Whether signing in needs a second factor. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.turnedOnAt)));
  return found.length > 0;
}

/** The actor's second factor. */
export async function getSecondFactor(
  { db, config }: SecondFactorServices,
  { userId, role }: Actor,
): Promise<z.input<typeof secondFactorSchema>> {
  const [row] = await db
    .select({ turnedOnAt: secondFactors.turnedOnAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return {
    turnedOnAt: row?.turnedOnAt ?? null,
    isRequired:
      config.requireSecondFactor && role !== null && ROLES_WITH_SECOND_FACTOR.includes(role),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/**
 * Creates the secret for an authenticator app; the second factor stays off until its first code.
 * @throws DomainError 'not-allowed-in-state' if it is on already
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
      setWhere: isNull(secondFactors.turnedOnAt),
    })
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) {
    throw new DomainError('not-allowed-in-state', 'Two-factor authentication is already on');
  }
  return { secret, address: toTotpAddress(secret, email) };
}

/**
 * Turns the second factor on with the first code of the app. @returns recovery codes
 * @throws DomainError 'invalid-code', or 'not-allowed-in-state' without an earlier setup
 */
export async function turnOnSecondFactor(
  { db, ...services }: SecondFactorServices,
  { userId }: Actor,
  code: string,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const found = await findSecret({ db: tx, ...services }, userId);
    if (!found || found.turnedOnAt) {
      throw new DomainError('not-allowed-in-state', 'Start the setup again');
    }
    const step = findTotpStep(found.secret, withoutSpaces(code));
    if (step === null) throw invalidCode();
    await tx
      .update(secondFactors)
      .set({ turnedOnAt: sql`now()`, lastStep: step })
      .where(eq(secondFactors.userId, userId));
    await mailSecondFactorChange(tx, services, userId, 'on');
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Turns the second factor off; its recovery codes are deleted. */
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

/** Deletes the second factor of a user. @returns whether it was on */
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
    if (!(await hasSecondFactor(tx, userId))) {
      throw new DomainError('not-allowed-in-state', 'Turn on two-factor authentication first');
    }
    await mailSecondFactorChange(tx, services, userId, 'new-codes');
    return replaceRecoveryCodes(tx, userId);
  });
}

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

/**
 * Verifies a code of the user's authenticator app or a recovery code, each of which works once.
 * @throws DomainError 'invalid-code'
 */
export async function verifyCode(
  services: SecondFactorServices,
  userId: string,
  code: string,
): Promise<void> {
  const isAppCode = /^\d{6}$/.test(withoutSpaces(code));
  const isValid = isAppCode
    ? await takeAppCode(services, userId, withoutSpaces(code))
    : await spendRecoveryCode(services, userId, code);
  if (!isValid) throw invalidCode();
}

async function takeAppCode(
  services: SecondFactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await findSecret(services, userId);
  const step = found?.turnedOnAt ? findTotpStep(found.secret, code) : null;
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
