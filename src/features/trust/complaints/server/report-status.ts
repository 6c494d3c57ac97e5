import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { complaintReference, isCounterNotice } from '../complaints.rules.ts';
import { lacksSignature, type reportStatusSchema } from '../reports.schema.ts';
import { appealUntil, counterNoticeOf, listAppeals } from './appeals.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { complaintState, effectiveDueAt } from './complaint-list.ts';
import { complaintEvents, complaints } from './complaints.table.ts';
import { readReportToken, unknownLink } from './report-links.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** What a reporter may add to one complaint. */
const INFORMATION_LIMIT = 20;

const DECISION = {
  outcome: complaints.outcome,
  policyTitle: complaints.policyTitle,
  decisionText: complaints.decisionText,
  decidedAt: complaints.decidedAt,
};

/** The complaint of a private link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getReportStatus(
  { db, config }: Dependencies,
  token: string,
): Promise<z.input<typeof reportStatusSchema>> {
  const link = readReportToken(config.secrets, token);
  if (!link) throw unknownLink();
  const { id, party } = link;
  const isReporter = party === 'reporter';
  const [found] = await db
    .select({
      shown: {
        kind: complaints.kind,
        state: complaintState,
        address: isReporter ? complaints.address : complaints.label,
        createdAt: complaints.createdAt,
        dueAt: effectiveDueAt,
      },
      decision: DECISION,
      signature: complaints.signature,
    })
    .from(complaints)
    .where(eq(complaints.id, id));
  if (!found) throw unknownLink();
  const appeals = await listAppeals(db, id);
  const now = await readDatabaseTime(db);
  // The influencer sees nothing that the reporter wrote.
  const messages = isReporter ? await listMessages(db, id) : [];
  const { shown, decision, signature } = found;
  const last = messages.at(-1);
  return {
    ...shown,
    party,
    reference: complaintReference(id),
    question: shown.state === 'waiting' && last?.event === 'question' ? last.text : null,
    information: messages.flatMap(({ event, text: added, createdAt: addedAt }) =>
      event === 'information' && added ? [{ text: added, createdAt: addedAt }] : [],
    ),
    decision: decisionOf(decision),
    appeals: appeals.map((appeal) => ({
      party: appeal.party,
      // A counter-notice is forwarded whole.
      text: appeal.party === party || counterNoticeOf(appeal) ? appeal.text : null,
      createdAt: appeal.createdAt,
      counterNotice: counterNoticeOf(appeal),
      decision: decisionOf(appeal),
    })),
    appealUntil: appealUntil(decision, appeals, { party, now }),
    needsCounterNotice: isCounterNotice(shown.kind, party),
    needsSignature:
      isReporter && !decision.decidedAt && lacksSignature({ kind: shown.kind, signature }),
  };
}

/** The questions of the team and what the reporter added, oldest first. */
function listMessages(db: Db, complaintId: string) {
  return db
    .select({
      event: complaintEvents.event,
      text: complaintEvents.text,
      createdAt: complaintEvents.createdAt,
    })
    .from(complaintEvents)
    .where(
      and(
        eq(complaintEvents.complaintId, complaintId),
        inArray(complaintEvents.event, ['question', 'information']),
      ),
    )
    .orderBy(asc(complaintEvents.createdAt), asc(complaintEvents.id));
}

type Decision = z.input<typeof reportStatusSchema>['decision'];

function decisionOf({
  outcome,
  policyTitle: reason,
  decisionText: text,
  decidedAt,
}: Pick<
  typeof complaints.$inferSelect,
  'outcome' | 'policyTitle' | 'decisionText' | 'decidedAt'
>): Decision {
  return outcome && reason && text && decidedAt ? { outcome, reason, text, decidedAt } : null;
}

/**
 * Adds information to a complaint that waits for a decision; a paused deadline then runs again; the same text again
 * changes nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' after the decision or too much information
 */
export async function addInformation(
  dependencies: Dependencies,
  { token, text }: { token: string; text: string },
): Promise<z.input<typeof reportStatusSchema>> {
  const { db, config } = dependencies;
  const link = readReportToken(config.secrets, token);
  if (link?.party !== 'reporter') throw unknownLink();
  const { id } = link;
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        decidedAt: complaints.decidedAt,
        pausedAt: complaints.pausedAt,
        appealDueAt: complaints.appealDueAt,
        influencerId: complaints.influencerId,
      })
      .from(complaints)
      .where(eq(complaints.id, id))
      .for('update');
    if (!found) throw unknownLink();
    if (found.decidedAt && !found.appealDueAt) {
      throw new DomainError('not-allowed-in-state', 'We have already decided on this report');
    }
    const added = await tx
      .select({ text: complaintEvents.text })
      .from(complaintEvents)
      .where(and(eq(complaintEvents.complaintId, id), eq(complaintEvents.event, 'information')))
      .orderBy(asc(complaintEvents.createdAt));
    if (added.at(-1)?.text === text && !found.pausedAt) return;
    if (added.length >= INFORMATION_LIMIT) {
      throw new DomainError('not-allowed-in-state', 'You can’t add more to this report');
    }
    await recordComplaintEvent(tx, id, { event: 'information', text });
    await tx
      .update(complaints)
      .set({
        dueAt: sql`${complaints.dueAt} + coalesce(now() - ${complaints.pausedAt}, interval '0')`,
        pausedAt: null,
        version: sql`${complaints.version} + 1`,
      })
      .where(eq(complaints.id, id));
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: found.influencerId,
    });
  });
  return getReportStatus(dependencies, token);
}
