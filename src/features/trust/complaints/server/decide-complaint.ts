import { eq, sql } from 'drizzle-orm';
import { requirePolicy } from '#src/features/trust/policies/server/policies.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pausesForQuestions } from '../complaints.rules.ts';
import type { Decision } from '../complaints.schema.ts';
import { carryOutDecision } from './carry-out-decision.ts';
import { changeComplaint, type ComplaintVersion } from './change-complaint.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { mailParty, mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf, restorePostOf } from './post-hiding.ts';

type Dependencies = ComplaintMailer & { db: Db };

/** Hides the post of a complaint until the decision. @throws 'not-allowed-in-state' without a post */
export function hideReportedPost(
  dependencies: Dependencies,
  actor: Actor,
  target: ComplaintVersion,
): Promise<void> {
  return changeComplaint(dependencies.db, actor, target, async (tx, complaint) => {
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
  return changeComplaint(dependencies.db, actor, target, async (tx, complaint) => {
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
  return changeComplaint(dependencies.db, actor, target, async (tx, complaint) => {
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
    await mailParty(tx, dependencies, complaint, { party: 'reporter', occasion: 'question' });
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
  { id, version, outcome, policyVersion, text }: Decision & { id: string },
): Promise<void> {
  return changeComplaint(dependencies.db, actor, { id, version }, async (tx, complaint) => {
    const { policy, reason } = await requirePolicy(tx, {
      area: 'complaint',
      decision: outcome,
      id: policyVersion,
    });
    const changes = { decidedAt: sql`now()`, pausedAt: null };
    const decision = { outcome, policy, reason, text, actor, changes };
    await carryOutDecision(tx, dependencies, complaint, decision);
    await recordComplaintEvent(tx, id, { event: 'decided', text }, actor);
    await mailParty(tx, dependencies, complaint, { party: 'reporter', occasion: 'decided' });
  });
}
