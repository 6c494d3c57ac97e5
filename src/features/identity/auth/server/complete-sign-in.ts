import type { Context } from 'hono';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { startBrowserSession } from './browser-session.ts';
import { mailNewDevice } from './secure-account.ts';
import type { VerifiedUser } from './sign-in.ts';

/** What the user proved the identity with. */
export type Proof = { secondFactor: boolean; passkey?: true };

/** Records that a user proved the identity, in the log and for the back office in the audit trail. */
export async function recordSignIn(
  log: Log,
  c: Context<RequestEnv>,
  { id: userId, email, role }: VerifiedUser,
  proof: Proof,
): Promise<void> {
  log.info({ userId, address: c.var.clientAddress, ...proof }, 'a user signed in');
  await c.var.recordAccess(
    { userId, email, role },
    {
      action: 'signed-in',
      entity: 'credentials',
      entityId: userId,
      label: email,
      after: proof,
    },
  );
}

type Dependencies = Pick<AccountMails, 'mail'> & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};

/** Starts the session of a user in the browser of the request, and mails the owner about a new device. */
export async function signInBrowser(
  { db, mail, config }: Dependencies,
  c: Context<RequestEnv>,
  { id: userId, role }: VerifiedUser,
  isRemembered: boolean,
): Promise<void> {
  const userAgent = c.req.header('user-agent');
  await db.transaction(async (tx) => {
    const session = { userId, role, isRemembered };
    const deviceId = await startBrowserSession({ db: tx, config }, c, session);
    if (deviceId) await mailNewDevice(tx, { mail }, { userId, deviceId, userAgent });
  });
}
