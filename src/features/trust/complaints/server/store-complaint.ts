import { and, eq, isNull, sql } from 'drizzle-orm';
import { NO_VIOLATION_POLICY } from '#src/features/trust/policies/policies.schema.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { deadlineOf, hidesAtOnce } from '../complaints.rules.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { mailParty, mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf } from './post-hiding.ts';
import { findReportSubject } from './report-subject.ts';

export type ComplaintIntake = Omit<ComplaintMailer, 'config'> & {
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  limits: { reportReceipt: RateLimit };
};

type NewComplaint = Pick<
  typeof complaints.$inferInsert,
  | 'kind'
  | 'source'
  | 'address'
  | 'explanation'
  | 'name'
  | 'email'
  | 'work'
  | 'signature'
  | 'fingerprint'
> & {
  /** When it arrived, which its deadline counts from. */
  receivedAt: Date;
  /** Who of the team entered it; none for the public form. */
  actor?: Pick<Actor, 'userId'>;
};

/**
 * Stores a complaint and confirms it by mail; the same one again leads to the same open complaint. One
 * about a minor hides its post at once.
 * @returns its id
 */
export async function storeComplaint(
  tx: Db,
  dependencies: ComplaintIntake,
  { receivedAt, actor, ...values }: NewComplaint,
): Promise<string> {
  const { kind, email, fingerprint } = values;
  const subject = await findReportSubject(tx, values.address);
  const [stored] = await tx
    .insert(complaints)
    .values({
      ...values,
      ...subject,
      createdAt: receivedAt,
      dueAt: deadlineOf(kind, receivedAt),
    })
    .onConflictDoNothing({
      target: complaints.fingerprint,
      where: sql`${complaints.decidedAt} is null`,
    })
    .returning();
  if (!stored) return findOpen(tx, fingerprint);
  await recordComplaintEvent(tx, stored.id, { event: 'received' }, actor);
  if (hidesAtOnce(kind) && !(await wasCleared(tx, stored)))
    await hideAtOnce(tx, dependencies, stored);
  // The address is not confirmed: nobody else may be flooded with receipts.
  if (email && (await dependencies.limits.reportReceipt.tryConsume(email))) {
    await mailParty(tx, dependencies, stored, { party: 'reporter', occasion: 'received' });
  }
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
  return stored.id;
}

async function findOpen(tx: Db, fingerprint: string): Promise<string> {
  const [found] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(and(eq(complaints.fingerprint, fingerprint), isNull(complaints.decidedAt)));
  return found!.id;
}

type Stored = typeof complaints.$inferSelect;

/** Whether the team has already decided that nobody under 18 is shown in the post. */
async function wasCleared(tx: Db, { postId }: Stored): Promise<boolean> {
  if (!postId) return false;
  const [cleared] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(
      and(
        eq(complaints.postId, postId),
        eq(complaints.kind, 'minor'),
        eq(complaints.policy, NO_VIOLATION_POLICY),
      ),
    )
    .limit(1);
  return cleared !== undefined;
}

async function hideAtOnce(tx: Db, dependencies: ComplaintIntake, stored: Stored): Promise<void> {
  if (!(await hidePostOf(tx, stored))) return;
  await recordComplaintEvent(tx, stored.id, { event: 'hidden' });
  const restriction = { occasion: 'hidden', isAutomatic: true } as const;
  await mailStatementOfReasons(tx, dependencies, stored, restriction);
}
