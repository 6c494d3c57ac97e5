import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import { applyPurchaseBlock } from '#src/features/money/disputes/server/purchase-blocks.ts';
import { ledgerFindings } from '#src/features/money/ledger-checks/server/ledger-checks.table.ts';
import { storePaymentEvent } from '#src/features/money/payments/server/payment-events.ts';
import { priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
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
  onPriceChange,
  onDispute,
  onPlan,
  onSubscription,
} from './calls.ts';
import { type BackOfficeChange, ofPlatform } from './change.ts';

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

/** Changes of money except payouts. */
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
  'POST /api/reconciliation/runs': { isDeniedToLimitedStaff: true, make: async () => ({}) },
  'POST /api/reconciliation/items/settle': {
    isDeniedToLimitedStaff: true,
    make: async ({ app }) => ({
      body: { ids: [await addDifference(app)], reason: 'Explained by the provider.' },
    }),
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
  'POST /api/plans/{id}/price-changes': {
    make: async (context) => ({
      ...(await onPlan(context, { priceMonthlyCents: 1999 })),
      body: { startsOn: priceChangeDays(new Date()).first, priceCents: 1999 },
    }),
  },
  'POST /api/price-changes/{id}/call-off': { make: onPriceChange },
  'DELETE /api/plans/{id}/commission/{rateId}': { make: onCommissionRate },
};
