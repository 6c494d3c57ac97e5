import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { endToEndIdOf } from '#src/features/money/bank-files/bank-files.rules.ts';
import { bankPayments } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import { applyPurchaseBlock } from '#src/features/money/disputes/server/purchase-blocks.ts';
import { ledgerFindings } from '#src/features/money/ledger-checks/server/ledger-checks.table.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import {
  confirmAccount,
  proposeAccount,
} from '#src/features/money/payees/server/payees.testing.ts';
import { storePaymentEvent } from '#src/features/money/payments/server/payment-events.ts';
import { monthBefore, monthBounds } from '#src/features/money/payouts/payouts.rules.ts';
import { findDefaultRules } from '#src/features/money/payouts/server/payout-rules.ts';
import {
  markPayoutPaid,
  markPayoutsSent,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { reconciliationItems } from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import {
  addSubscription,
  storedSubscription,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import {
  type CallContext,
  idOf,
  type MakeCall,
  onCorrection,
  onCommissionRate,
  onDispute,
  onPlan,
  onSubscription,
  payoutId,
} from './calls.ts';
import { type BackOfficeChange } from './change.ts';

/** A call on bank details that the influencer has proposed. */
const onProposal: MakeCall = async ({ app, influencer }) => {
  const id = idOf(influencer);
  const versionId = influencer ? await proposeAccount(app, influencer) : randomUUID();
  return { params: { id, versionId }, body: { reason: 'The holder is somebody else' } };
};

/** A payout of the influencer that a file can pay. */
async function readyPayoutId(context: CallContext): Promise<string> {
  const id = await payoutId(context);
  const { app, influencer } = context;
  if (influencer) await confirmAccount(app, influencer, { by: await app.as('admin') });
  return id;
}

/** An open difference between the sandbox and the ledger. */
async function addDifference(app: CallContext['app']): Promise<string> {
  const side = { amountCents: 500, currency: 'usd', state: null, subscriptionReference: null };
  const [item] = await app.db
    .insert(reconciliationItems)
    .values({
      provider: 'sandbox',
      kind: 'refund',
      reference: randomUUID(),
      difference: 'missing_here',
      status: 'open',
      theirs: { ...side, occurredAt: new Date().toISOString() },
      occurredAt: new Date(),
    })
    .returning({ id: reconciliationItems.id });
  return item!.id;
}

/** A report of the bank that a payout of a file was paid. */
async function reportOf(context: CallContext): Promise<string> {
  const { app, influencer } = context;
  const id = await readyPayoutId(context);
  const header = 'End-to-end ID,Amount,Date,Status';
  if (!influencer) return `${header}\nVR9999999999999,1.00,2026-10-05,paid`;
  const by = await app.as('admin');
  const body = { id: randomUUID(), format: 'csv', ids: [id] };
  await app.call('POST', '/api/bank-files', { user: by, body });
  const isOfPayout = eq(bankPayments.payoutId, id);
  const [payment] = await app.db.select().from(bankPayments).where(isOfPayout);
  const amount = (payment!.amountCents / 100).toFixed(2);
  return `${header}\n${endToEndIdOf(payment!.number!)},${amount},2026-10-05,paid`;
}

/** A requested refund of a payment to the influencer that the provider has not confirmed. */
const requestedRefund: MakeCall = async (context) => {
  const { params, body } = await onSubscription(context);
  const { transactionId: chargeId } = body as { transactionId: string };
  const refundId = randomUUID();
  if (context.influencer)
    await context.app.db
      .insert(refunds)
      .values({ id: refundId, chargeId, amountCents: 1, byHand: true });
  return { params: { ...params, refundId } };
};

/** Stores an unhandled event that changes a subscription to the influencer. */
async function storeUnhandledEvent({ app, influencer }: CallContext): Promise<string> {
  const { id } = await addSubscription(app, influencer!);
  const row = await storedSubscription(app, id);
  const occurredAt = new Date();
  const content = JSON.stringify({
    type: 'subscription.ended',
    id: `ended-${id}`,
    reason: 'provider',
    occurredAt,
    providerSubscriptionId: row.providerSubscriptionId,
  });
  const type = 'subscription.ended';
  return storePaymentEvent(app.db, 'sandbox', { id: `ended-${id}`, type, content });
}

const ofPlatform = { by: 'admin', unrelated: 'concerns the whole platform' } as const;
const FIGURES = { expected: '0 cents', found: '5 cents' };

/** An explained finding of a check of the ledger. */
const onFinding: MakeCall = async ({ app }) => {
  const now = new Date();
  const [added] = await app.db
    .insert(ledgerFindings)
    .values({
      ...FIGURES,
      rule: 'each transaction adds up to zero',
      subjectKind: 'transaction',
      subject: randomUUID(),
      firstFoundAt: now,
      sinceAt: now,
      lastFoundAt: now,
      explanation: 'Known',
      explainedAt: now,
      explainedExpected: FIGURES.expected,
      explainedFound: FIGURES.found,
    })
    .returning({ id: ledgerFindings.id });
  return { params: { id: added!.id } };
};

export const moneyChanges: Record<string, BackOfficeChange> = {
  'POST /api/corrections': {
    make: async ({ influencer }) => ({
      body: {
        id: randomUUID(),
        kind: 'bonus',
        influencerId: idOf(influencer),
        amountCents: 500,
        reason: 'Launch week',
      },
    }),
  },
  'POST /api/fans/{id}/purchase-blocks/lift': {
    isDeniedToLimitedStaff: true,
    async make(context) {
      const { params } = await onDispute(context);
      const body = { reason: 'Solved by phone' };
      const { app, influencer } = context;
      if (!influencer) return { params, body };
      const isDispute = eq(disputes.id, params!.id!);
      const [dispute] = await app.db.select().from(disputes).where(isDispute);
      await applyPurchaseBlock(app.db, dispute!);
      const [block] = await app.db
        .select()
        .from(purchaseBlocks)
        .where(eq(purchaseBlocks.disputeId, dispute!.id));
      return { params: { id: block!.fanId }, body };
    },
  },
  'POST /api/disputes/{id}/submission': {
    make: async (context) => ({ ...(await onDispute(context)), body: { id: randomUUID() } }),
  },
  'POST /api/disputes/{id}/mark': {
    make: async (context) => ({
      ...(await onDispute(context)),
      body: { status: 'challenged', note: 'Answered in the dashboard' },
    }),
  },
  'POST /api/corrections/{id}/approve': { make: (context) => onCorrection(context) },
  'POST /api/corrections/{id}/decline': {
    make: async (context) => ({ ...(await onCorrection(context)), body: { note: 'Not agreed' } }),
  },
  'POST /api/corrections/{id}/withdraw': {
    make: (context) => onCorrection(context, { requestedBy: context.user.id }),
  },
  'POST /api/corrections/{id}/reverse': {
    make: async (context) => ({
      ...(await onCorrection(context, { isRecorded: true })),
      body: { id: randomUUID(), reason: 'Paid elsewhere' },
    }),
  },
  'POST /api/ledger-checks': { ...ofPlatform, make: () => Promise.resolve({}) },
  'PUT /api/ledger-findings/{id}/explanation': {
    ...ofPlatform,
    make: async (context) => ({
      ...(await onFinding(context)),
      body: { ...FIGURES, explanation: 'Corrected at the provider' },
    }),
  },
  'DELETE /api/ledger-findings/{id}/explanation': { ...ofPlatform, make: onFinding },
  'POST /api/payouts/run': {
    ...ofPlatform,
    make: async ({ app, influencer }) => {
      const month = monthBefore(new Date());
      if (influencer) await addCharge(app, influencer, { at: monthBounds(month).from });
      return { body: { month } };
    },
  },
  'POST /api/influencers/{id}/bank-details': {
    make: async ({ influencer }) => ({ params: { id: idOf(influencer) }, body: EXAMPLE_IBAN }),
  },
  'POST /api/influencers/{id}/bank-details/{versionId}/confirm': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/decline': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/reveal': { by: 'admin', make: onProposal },
  'POST /api/bank-files': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({
      body: { id: randomUUID(), format: 'csv', ids: [await readyPayoutId(context)] },
    }),
  },
  'POST /api/bank-files/returns': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({ body: { content: await reportOf(context), isDryRun: false } }),
  },
  'POST /api/reconciliation/runs': { isDeniedToLimitedStaff: true, make: async () => ({}) },
  'POST /api/reconciliation/items/settle': {
    isDeniedToLimitedStaff: true,
    make: async ({ app }) => ({
      body: { ids: [await addDifference(app)], reason: 'Explained by the provider.' },
    }),
  },
  'PUT /api/payout-rules': {
    ...ofPlatform,
    make: async ({ app }) => {
      const rules = await findDefaultRules(app.db);
      return { body: { ...rules, holdDays: rules.holdDays + 1 } };
    },
  },
  'PUT /api/payout-rules/{influencerId}': {
    by: 'admin',
    make: ({ influencer }) =>
      Promise.resolve({
        params: { influencerId: influencer?.id ?? randomUUID() },
        body: {
          holdDays: 7,
          minimumCents: null,
          reservePercent: null,
          reserveDays: null,
          version: 0,
        },
      }),
  },
  'POST /api/payouts/approve': {
    make: async (context) => {
      const id = await payoutId(context);
      await context.app.db.update(payouts).set({ needsApproval: true }).where(eq(payouts.id, id));
      return { body: { ids: [id] } };
    },
  },
  'POST /api/payouts/send': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], batchReference: 'Batch 4711' },
    }),
  },
  'POST /api/payouts/return': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      const sender = { userId: user.id, isLimited: false };
      if (influencer) await markPayoutsSent(app.services, sender, [id], { batchReference: null });
      return { body: { ids: [id], reason: 'Account closed' } };
    },
  },
  'POST /api/payouts/void': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], reason: 'Wrong commission' },
    }),
  },
  'POST /api/payouts/pay': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], notes: 'Wire 4711' },
    }),
  },
  'POST /api/payouts/undo': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      if (influencer)
        await markPayoutPaid(
          app.services,
          { userId: user.id, isLimited: false },
          { id, notes: null },
        );
      return { body: { ids: [id] } };
    },
  },
  'POST /api/subscriptions/{id}/provider-change': {
    make: (context) => onSubscription(context),
    unaudited: 'changes no record',
  },
  'POST /api/subscriptions/{id}/suspend': { make: (context) => onSubscription(context) },
  'POST /api/subscriptions/{id}/reactivate': {
    make: (context) => onSubscription(context, 'paused'),
  },
  'POST /api/subscriptions/{id}/end': { make: (context) => onSubscription(context, 'past_due') },
  'POST /api/subscriptions/{id}/refunds': { make: (context) => onSubscription(context) },
  'DELETE /api/subscriptions/{id}/refunds/{refundId}': { make: requestedRefund },
  'POST /api/subscriptions/{id}/refunds/{refundId}/made': { make: requestedRefund },
  'POST /api/payment-events/replay': {
    by: 'admin',
    make: (context) => storeUnhandledEvent(context).then(() => ({})),
  },
  'POST /api/payment-events/{id}/replay': {
    by: 'admin',
    make: async (context) => ({ params: { id: await storeUnhandledEvent(context) } }),
  },
  'POST /api/plans': {
    make: async ({ influencer }) => ({
      body: { influencerId: idOf(influencer), priceMonthlyCents: 1999 },
    }),
  },
  'PUT /api/plans/{id}': { make: (context) => onPlan(context) },
  'POST /api/plans/{id}/activate': { make: (context) => onPlan(context) },
  'POST /api/plans/{id}/deactivate': { make: (context) => onPlan(context, { isActive: true }) },
  'POST /api/plans/{id}/commission': {
    make: async (context) => ({
      ...(await onPlan(context)),
      body: { percent: 15, startsOn: null, reason: 'New agreement' },
    }),
  },
  'DELETE /api/plans/{id}/commission/{rateId}': { make: onCommissionRate },
};
