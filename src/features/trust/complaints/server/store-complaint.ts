import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { deadlineOf, hidesAtOnce } from '../complaints.rules.ts';
import { hideAutomatically, type AutomaticHiding } from './automatic-hiding/hide-automatically.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { mailParty } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { findReportSubject } from './report-subject.ts';

export type ComplaintIntake = AutomaticHiding & {
  config: Pick<Config, 'secrets'>;
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
} & (
    | { /** Of the reporter, for the limits of the public form. */ network: string; actor?: never }
    | { /** Who of the team entered it. */ actor: Pick<Actor, 'userId'>; network?: never }
  );

/**
 * Stores a complaint and confirms it by mail; the same one again leads to the same open complaint. One
 * about a minor hides its post.
 * @returns its id
 */
export async function storeComplaint(
  tx: Db,
  dependencies: ComplaintIntake,
  { receivedAt, actor, network, ...values }: NewComplaint,
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
  if (hidesAtOnce(kind)) await hideAutomatically(tx, dependencies, stored, network ?? null);
  // The address is not confirmed: nobody else may be flooded with receipts.
  if (email && (await dependencies.limits.reportReceipt.tryConsume(email))) {
    await mailParty(tx, dependencies, stored, { party: 'reporter', occasion: 'received' });
  }
  await publishLiveEvent(tx, {
    topic: 'notifications',
    backOffice: true,
    influencerId: stored.influencerId,
  });
  return stored.id;
}

async function findOpen(tx: Db, fingerprint: string): Promise<string> {
  const [found] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(and(eq(complaints.fingerprint, fingerprint), isNull(complaints.decidedAt)));
  return found!.id;
}
