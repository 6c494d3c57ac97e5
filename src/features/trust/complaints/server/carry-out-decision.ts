import { eq, type SQL } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { POLICIES_BY_OUTCOME } from '../complaints.rules.ts';
import type { Decision } from '../complaints.schema.ts';
import { blockFilesOf, unblockFilesOf } from './blocked-copies.ts';
import type { StoredComplaint } from './change-complaint.ts';
import { mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf, restorePostOf } from './post-hiding.ts';

/** @throws DomainError 'invalid-input' for a reason that does not fit the outcome */
export function requireFittingPolicy({
  outcome,
  policy,
}: Pick<Decision, 'outcome' | 'policy'>): void {
  if (POLICIES_BY_OUTCOME[outcome].includes(policy)) return;
  const message = 'Choose a reason that fits the outcome';
  throw new DomainError('invalid-input', message, [{ path: 'policy', message }]);
}

type CarriedOut = Omit<Decision, 'version'> & {
  actor: Pick<Actor, 'userId'>;
  /** What else changes in the row of the complaint. */
  changes: { decidedAt: SQL; pausedAt: null } | { appealDueAt: null };
};

/**
 * Stores a decision, removes the post of the complaint and blocks copies of its files, or shows it as
 * before; and gives the influencer the reasons.
 */
export async function carryOutDecision(
  tx: Db,
  mailer: ComplaintMailer,
  complaint: StoredComplaint,
  { outcome, policy, text, actor, changes }: CarriedOut,
): Promise<void> {
  // A complaint without action hides no post, in every row that is ever stored.
  const isRestored = outcome === 'no_action' && (await restorePostOf(tx, complaint));
  await tx
    .update(complaints)
    .set({ ...changes, outcome, policy, decisionText: text, decidedBy: actor.userId })
    .where(eq(complaints.id, complaint.id));
  if (outcome === 'no_action') {
    await unblockFilesOf(tx, actor, complaint.id);
    if (isRestored) {
      await mailStatementOfReasons(tx, mailer, complaint, { occasion: 'restored' });
    }
    return;
  }
  await hidePostOf(tx, complaint);
  await blockFilesOf(tx, actor, complaint, policy);
  if (!complaint.postId) return;
  const decision = { policy, text };
  await mailStatementOfReasons(tx, mailer, complaint, { occasion: 'removed', decision });
}
