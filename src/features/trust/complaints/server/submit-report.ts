import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isTrapped } from '#src/lib/bot-trap.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { complaintReference, deadlineOf, hidesAtOnce } from '../complaints.rules.ts';
import { SIGNED_KINDS, type Report } from '../reports.schema.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { mailParty, mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf } from './post-hiding.ts';
import { signReportToken } from './report-links.ts';
import { findReportSubject } from './report-subject.ts';

type Dependencies = Omit<ComplaintMailer, 'config'> & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  limits: { reportReceipt: RateLimit };
};

const fingerprintOf = (report: Report): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex');

/**
 * Stores a report as a complaint and confirms it by mail; the same report again leads to the same open
 * complaint. A report of a minor hides its post at once.
 * @returns the case number, and the token of the private page
 */
export async function submitReport(
  dependencies: Dependencies,
  report: Report,
): Promise<{ reference: string; token: string }> {
  const { config, db } = dependencies;
  const id = isTrapped(report)
    ? randomUUID()
    : await db.transaction((tx) => storeReport(tx, dependencies, report));
  return {
    reference: complaintReference(id),
    token: signReportToken(config.secrets, id, 'reporter'),
  };
}

async function storeReport(tx: Db, dependencies: Dependencies, report: Report): Promise<string> {
  const { kind, address, explanation, name, email, work, signature } = report;
  const fingerprint = fingerprintOf(report);
  const subject = await findReportSubject(tx, address);
  const now = await readDatabaseTime(tx);
  const [stored] = await tx
    .insert(complaints)
    .values({
      kind,
      address,
      explanation,
      name: name || null,
      email: email || null,
      work: kind === 'copyright' ? work : null,
      signature: SIGNED_KINDS.includes(kind) ? signature : null,
      ...subject,
      fingerprint,
      createdAt: now,
      dueAt: deadlineOf(kind, now),
    })
    .onConflictDoNothing({
      target: complaints.fingerprint,
      where: sql`${complaints.decidedAt} is null`,
    })
    .returning();
  if (!stored) return findOpen(tx, fingerprint);
  await recordComplaintEvent(tx, stored.id, { event: 'received' });
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
        eq(complaints.policy, 'no_violation'),
      ),
    )
    .limit(1);
  return cleared !== undefined;
}

async function hideAtOnce(tx: Db, dependencies: Dependencies, stored: Stored): Promise<void> {
  if (!(await hidePostOf(tx, stored))) return;
  await recordComplaintEvent(tx, stored.id, { event: 'hidden' });
  const restriction = { occasion: 'hidden', isAutomatic: true } as const;
  await mailStatementOfReasons(tx, dependencies, stored, restriction);
}
