import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { pausesForQuestions, POLICIES_BY_OUTCOME } from '../complaints.rules.ts';
import type { Decision } from '../complaints.schema.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { complaintVisibleTo } from './complaint-list.ts';
import { mailReporter, mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf, restorePostOf } from './post-hiding.ts';

type Dependencies = ComplaintMailer & { db: Db };
type ComplaintVersion = { id: string; version: number };

/**
 * Changes an undecided complaint in one transaction.
 * @throws DomainError 'not-found', 'conflict' if somebody else has changed it, 'not-allowed-in-state'
 *   after the decision
 */
function changeComplaint(
  { db }: Dependencies,
  actor: Actor,
  { id, version }: ComplaintVersion,
  change: (tx: Db, complaint: typeof complaints.$inferSelect) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(and(eq(complaints.id, id), complaintVisibleTo(actor)))
      .for('update');
    if (!complaint) throw new DomainError('not-found', 'Complaint not found');
    if (complaint.decidedAt) {
      throw new DomainError('not-allowed-in-state', 'This complaint has already been decided');
    }
    if (complaint.version !== version) {
      throw new DomainError('conflict', 'The complaint has changed since you opened it');
    }
    await tx
      .update(complaints)
      .set({ version: version + 1 })
      .where(eq(complaints.id, id));
    await change(tx, complaint);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
  });
}

/** Hides the post of a complaint until the decision. @throws 'not-allowed-in-state' without a post */
export function hideReportedPost(
  dependencies: Dependencies,
  actor: Actor,
  target: ComplaintVersion,
): Promise<void> {
  return changeComplaint(dependencies, actor, target, async (tx, complaint) => {
    if (!complaint.postId) {
      throw new DomainError('not-allowed-in-state', 'This complaint is about no post');
    }
    const wasVisible = await hidePostOf(tx, complaint);
    await recordComplaintEvent(tx, complaint.id, { event: 'hidden' }, actor);
    if (!wasVisible) return;
    const restriction = { occasion: 'hidden', isAutomatic: false } as const;
    await mailStatementOfReasons(tx, dependencies, complaint, restriction);
  });
}

/** Shows the post of a complaint again before the decision. */
export function restoreReportedPost(
  dependencies: Dependencies,
  actor: Actor,
  target: ComplaintVersion,
): Promise<void> {
  return changeComplaint(dependencies, actor, target, async (tx, complaint) => {
    if (!complaint.hidesPostSince) {
      throw new DomainError('not-allowed-in-state', 'This complaint hides no post');
    }
    const isRestored = await restorePostOf(tx, complaint);
    await recordComplaintEvent(tx, complaint.id, { event: 'restored' }, actor);
    if (isRestored) {
      await mailStatementOfReasons(tx, dependencies, complaint, { occasion: 'restored' });
    }
  });
}

/**
 * Asks the reporter a question by mail. The deadline of most kinds is paused until they answer.
 * @throws DomainError 'not-allowed-in-state' without an address, or while another question is open
 */
export function askReporter(
  dependencies: Dependencies,
  actor: Actor,
  { question, ...target }: ComplaintVersion & { question: string },
): Promise<void> {
  return changeComplaint(dependencies, actor, target, async (tx, complaint) => {
    if (!complaint.email) {
      throw new DomainError('not-allowed-in-state', 'The reporter gave no email address');
    }
    if (!pausesForQuestions(complaint.kind)) {
      throw new DomainError(
        'not-allowed-in-state',
        'The deadline of this kind can’t be paused for a question',
      );
    }
    if (complaint.pausedAt) {
      throw new DomainError(
        'not-allowed-in-state',
        'The reporter hasn’t answered the previous question yet',
      );
    }
    await tx
      .update(complaints)
      .set({ pausedAt: sql`now()` })
      .where(eq(complaints.id, complaint.id));
    await recordComplaintEvent(tx, complaint.id, { event: 'question', text: question }, actor);
    await mailReporter(tx, dependencies, complaint, 'question');
  });
}

/**
 * Decides a complaint: removes its post or shows it as before, and gives reasons to reporter and
 * influencer.
 * @throws DomainError 'invalid-input' for a reason that does not fit the outcome
 */
export function decideComplaint(
  dependencies: Dependencies,
  actor: Actor,
  { id, version, outcome, policy, text }: Decision & { id: string },
): Promise<void> {
  if (!POLICIES_BY_OUTCOME[outcome].includes(policy)) {
    const message = 'Choose a reason that fits the outcome';
    throw new DomainError('invalid-input', message, [{ path: 'policy', message }]);
  }
  return changeComplaint(dependencies, actor, { id, version }, async (tx, complaint) => {
    const isRestored = outcome === 'no_action' && (await restorePostOf(tx, complaint));
    if (outcome === 'removed') await hidePostOf(tx, complaint);
    await tx
      .update(complaints)
      .set({
        outcome,
        policy,
        decisionText: text,
        decidedAt: sql`now()`,
        decidedBy: actor.userId,
        pausedAt: null,
      })
      .where(eq(complaints.id, id));
    await recordComplaintEvent(tx, id, { event: 'decided', text }, actor);
    await mailReporter(tx, dependencies, complaint, 'decided');
    if (outcome === 'removed' && complaint.postId) {
      const decision = { policy, text };
      await mailStatementOfReasons(tx, dependencies, complaint, { occasion: 'removed', decision });
    }
    if (isRestored) {
      await mailStatementOfReasons(tx, dependencies, complaint, { occasion: 'restored' });
    }
  });
}
