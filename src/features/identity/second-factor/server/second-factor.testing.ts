import { eq, sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import type { TestApp, TestUser } from '#test/harness.ts';
import { secondFactors } from './second-factor.table.ts';

/** The current code of an authenticator app. */
export function currentCode(secret: string): string {
  return new TOTP({ secret }).generate();
}

/** Sets up the second factor of a user as they do; its first code can be used again. */
export async function setUp(app: TestApp, user: TestUser) {
  await app.db.delete(secondFactors).where(eq(secondFactors.userId, user.id));
  const call = (step: string, body?: object) =>
    app.call('POST', `/api/account/second-factor/${step}`, { user, body });
  const { secret } = (await call('setup')).json as { secret: string };
  const turnedOn = await call('turn-on', { code: currentCode(secret) });
  const { recoveryCodes } = turnedOn.json as { recoveryCodes: string[] };
  await forgetLastStep(app, user);
  return { secret, recoveryCodes };
}

/** As if the next code were shown already. */
export async function forgetLastStep(app: TestApp, { id }: TestUser): Promise<void> {
  await app.db
    .update(secondFactors)
    .set({ lastStep: sql`${secondFactors.lastStep} - 3` })
    .where(eq(secondFactors.userId, id));
}
