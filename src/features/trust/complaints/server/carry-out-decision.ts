import { eq, type SQL } from 'drizzle-orm';
import type { Reason } from '#src/features/trust/policies/server/policies.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Decision } from '../complaints.schema.ts';
import { blockFilesOf, unblockFilesOf } from './blocked-copies.ts';
import type { StoredComplaint } from './change-complaint.ts';
import { mailStatementOfReasons, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { hidePostOf, restorePostOf } from './post-hiding.ts';

type CarriedOut = Omit<Decision, 'version' | 'policyVersion'> & {
  policy: string;
  reason: Reason;
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
  { outcome, policy, reason, text, actor, changes }: CarriedOut,
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
  await blockFilesOf(tx, actor, complaint, reason);
  if (!complaint.postId) return;
  const decision = { reason, text };
  await mailStatementOfReasons(tx, mailer, complaint, { occasion: 'removed', decision });
}
