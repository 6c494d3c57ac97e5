import { and, eq, isNotNull } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import { begunCheck } from '#src/features/agency/performers/server/verification.ts';
import {
  isPendingReset,
  begunReset,
} from '#src/features/backoffice/users/server/reset-second-factor.ts';
import { userInScope } from '#src/features/backoffice/users/server/user-scope.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { secondFactorResets } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import type { Begun } from '#src/features/identity/two-people/server/two-people.ts';
import type { TwoPeopleRule } from '#src/features/identity/two-people/two-people.rules.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { begunCorrection } from '#src/features/money/corrections/server/decide-correction.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { begunVersion } from '#src/features/money/payees/server/second-person.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { begunPayout } from '#src/features/money/payouts/server/changes/payout-refusals.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { begunDecision } from '#src/features/trust/complaints/server/appeals.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { begunAppointment } from '#src/features/trust/escalations/server/officers.ts';
import { listBegunReviews } from '#src/features/trust/reviews/server/review-record.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

type Find = (tx: Db, actor: Actor, id: string) => Promise<(Begun | null)[]>;

async function findCorrection(tx: Db, actor: Actor, id: string) {
  const rows = await tx
    .select({ id: corrections.id, requestedBy: corrections.requestedBy })
    .from(corrections)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, corrections.shareAccountId))
    .where(
      and(
        eq(corrections.id, id),
        eq(corrections.status, 'proposed'),
        inScope(actor, ledgerAccounts.influencerId),
      ),
    );
  return rows.map(begunCorrection);
}

async function findPayout(tx: Db, actor: Actor, id: string) {
  const rows = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.id, id), inScope(actor, payouts.influencerId)));
  return rows.map((payout) =>
    begunPayout(payout, payout.status === 'pending' && payout.needsApproval ? 'approve' : 'pay'),
  );
}

const findVersion =
  (table: typeof bankDetails | typeof taxDetails): Find =>
  async (tx, actor, id) => {
    const rows = await tx
      .select({ id: table.id, influencerId: table.influencerId, proposedBy: table.proposedBy })
      .from(table)
      .where(
        and(eq(table.id, id), eq(table.status, 'proposed'), inScope(actor, table.influencerId)),
      );
    return rows.map((version) => begunVersion(table, version));
  };

async function findCheck(tx: Db, actor: Actor, id: string) {
  const { checkedBy, method, status } = performerVerifications;
  const rows = await tx
    .select({ id: performerVerifications.id, checkedBy })
    .from(performerVerifications)
    .innerJoin(performers, eq(performers.id, performerVerifications.performerId))
    .where(
      and(
        eq(performerVerifications.id, id),
        eq(status, 'checked'),
        eq(method, 'manual'),
        inScope(actor, performers.influencerId),
      ),
    );
  return rows.map(begunCheck);
}

async function findDecision(tx: Db, actor: Actor, id: string) {
  const rows = await tx
    .select({ id: complaints.id, decidedBy: complaints.decidedBy })
    .from(complaints)
    .where(
      and(eq(complaints.id, id), isNotNull(complaints.appealDueAt), complaintVisibleTo(actor)),
    );
  return rows.map(begunDecision);
}

async function findReset(tx: Db, actor: Actor, id: string) {
  const { userId, requestedBy, createdAt } = secondFactorResets;
  const rows = await tx
    .select({ userId, requestedBy, createdAt })
    .from(secondFactorResets)
    .where(and(eq(userId, id), isPendingReset, userInScope(actor, userId)));
  return rows.map(begunReset);
}

async function findReview(tx: Db, actor: Actor, id: string) {
  const [post] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, id), postInScope(actor)));
  return post ? listBegunReviews(tx, id) : [];
}

const FIND: Record<TwoPeopleRule, Find> = {
  correction: findCorrection,
  payout: findPayout,
  'bank-details': findVersion(bankDetails),
  'tax-details': findVersion(taxDetails),
  identity: findCheck,
  appeal: findDecision,
  'second-factor-reset': findReset,
  'child-safety-officer': async (_tx, { role }, id) =>
    role === 'admin' ? [begunAppointment(id)] : [],
  'post-review': findReview,
};

/** What waits for the second person of a rule, in the actor's scope; empty if nothing does. */
export async function findBegun(
  tx: Db,
  actor: Actor,
  rule: TwoPeopleRule,
  id: string,
): Promise<Begun[]> {
  return (await FIND[rule](tx, actor, id)).filter((begun) => begun !== null);
}
