import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { recordOwnSignIn } from '#src/features/identity/two-people/server/two-people.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { recordAccess } from '#src/platform/database/recorded-access.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import { describeClient, startBrowserSession } from './browser-session.ts';
import { mailNewDevice } from './secure-account.ts';
import type { VerifiedUser } from './sign-in.ts';

/** What the user proved the identity with. */
export type Proof = { secondFactor: boolean; passkey?: true };

/** Records that a user proved the identity, in the log and for the back office in the audit trail. */
export async function recordSignIn(
  { db, log }: { db: Db; log: Log },
  c: Context<RequestEnv>,
  { id: userId, email, role }: VerifiedUser,
  proof: Proof,
): Promise<void> {
  log.info({ userId, address: c.var.clientAddress, ...proof }, 'a user signed in');
  if (proof.secondFactor) await recordOwnSignIn(db, userId);
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

const FAILURES = ['invalid-credentials', 'invalid-code', 'suspended'] as const;
const failedSignIn = z.object({
  email: z.string(),
  address: z.string(),
  operation: z.string(),
  reason: z.enum(FAILURES),
});

/**
 * Failed sign-ins. The worker looks for the account, so that the response takes as long without one.
 */
export const FAILED_SIGN_IN_QUEUE: Queue<typeof failedSignIn> = {
  name: 'sign-in-failed',
  data: failedSignIn,
  retries: { limit: 9, delay: 10, delayMax: 60 * 60 },
};

/** Runs a sign-in, and reports its failure to the queue. */
export async function reportFailure<T>(
  { db, jobs }: { db: Db; jobs: Jobs },
  c: Context<RequestEnv>,
  email: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = error instanceof DomainError ? error.code : '';
    const reason = FAILURES.find((failure) => failure === code);
    const operation = `${c.req.method} ${c.req.path}`;
    const { clientAddress: address } = c.var;
    if (reason) await jobs.enqueue(db, FAILED_SIGN_IN_QUEUE, { email, address, operation, reason });
    throw error;
  }
}

/** Records a failed sign-in to an account of the back office in the audit trail, once for a job. */
export async function recordFailedSignIn(
  db: Db,
  { email, reason, ...origin }: z.output<typeof failedSignIn>,
  jobId: string,
): Promise<void> {
  const [user] = await db
    .select({ userId: users.id, email: users.email, role: userRoles.role })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.email, email));
  if (!user) return;
  const entry = { entity: 'credentials', entityId: user.userId };
  const { entity, entityId, requestId } = auditEntries;
  const [recorded] = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(eq(entity, entry.entity), eq(entityId, entry.entityId), eq(requestId, jobId)));
  if (recorded) return;
  const access = { ...entry, action: 'sign-in-failed', label: email, after: { reason } } as const;
  await recordAccess(db, user, { ...origin, requestId: jobId }, access);
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
  await db.transaction(async (tx) => {
    const session = { userId, role, isRemembered };
    const deviceId = await startBrowserSession({ db: tx, config }, c, session);
    if (deviceId) await mailNewDevice(tx, { mail }, { userId, deviceId, ...describeClient(c) });
  });
}
