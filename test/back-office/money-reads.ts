import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import {
  onPayout,
  onPayoutDocument,
  addedCorrection,
  onCorrection,
  onDispute,
  onInfluencer,
  onInvoice,
  onPayment,
  onPlan,
  onPriceChange,
  onPriceNotice,
  onSubscription,
} from './calls.ts';
import { type BackOfficeRead, byEmail, byId, selected } from './read.ts';

const ofAllInfluencers = {
  isDeniedToLimitedStaff: true,
  one: async () => ({ params: { id: randomUUID() } }),
} as const;

/** Reads of payments, payouts and everything about them. */
export const moneyReads: Record<string, BackOfficeRead> = {
  'GET /api/influencers/{id}/payouts': { one: onInfluencer },
  'GET /api/influencers/{id}/bank-details': { one: onInfluencer },
  'GET /api/influencers/{id}/tax-details': { one: onInfluencer },
  'GET /api/reconciliation': ofAllInfluencers,
  'GET /api/reconciliation/runs': ofAllInfluencers,
  'GET /api/reconciliation/items': ofAllInfluencers,
  'GET /api/reconciliation/items/{id}': ofAllInfluencers,
  'GET /api/bank-files': ofAllInfluencers,
  'GET /api/bank-files/{id}': ofAllInfluencers,
  'GET /api/bank-files/{id}/file': ofAllInfluencers,
  'POST /api/bank-files/draft': {
    isDeniedToLimitedStaff: true,
    one: async (context) => ({
      body: { format: 'csv', ids: [(await onPayout(context)).params!.id!] },
    }),
  },
  'GET /api/invoices': { list: byId(onInvoice) },
  'GET /api/invoices.csv': {
    list: async (context) => {
      const { params } = await onPayment(context);
      await issueInvoices(context.app, new Date());
      return { needle: formatReceiptNumber(params!.id!) };
    },
  },
  'GET /api/invoices/{id}/document.pdf': { one: onInvoice },
  'GET /api/payouts': { list: byId(onPayout) },
  'GET /api/payouts.csv': { list: (context) => onPayout(context).then(() => byEmail(context)) },
  'GET /api/payouts/totals': { count: (context) => onPayout(context).then(() => ({})) },
  'GET /api/payouts/{id}/statement': { one: onPayout },
  'GET /api/payouts/{id}/statement.csv': { one: onPayout },
  'GET /api/payouts/{id}/statement.pdf': { one: onPayout },
  'GET /api/payout-documents/{id}/document.pdf': { one: onPayoutDocument },
  'POST /api/payouts/review': {
    list: async (context) => {
      const id = (await onPayout(context)).params!.id!;
      return { body: { ids: [id] }, needle: id };
    },
  },
  'GET /api/payouts/{id}/transitions': { one: onPayout },
  'GET /api/payout-rules': {
    list: async ({ app, influencer }) => {
      if (influencer) {
        const { id: influencerId } = influencer;
        await app.db.insert(payoutRules).values({ influencerId, holdDays: 3 });
      }
      return { needle: influencer?.id ?? '' };
    },
  },
  'POST /api/payouts.csv': {
    list: async (context) =>
      selected((await onPayout(context)).params!.id!, 'period', context.influencer!.email),
  },
  'GET /api/subscribers': { list: byId((context) => onSubscription(context)) },
  'GET /api/subscribers.csv': {
    list: (context) => onSubscription(context).then(() => byEmail(context)),
  },
  'POST /api/subscribers.csv': {
    list: async (context) =>
      selected((await onSubscription(context)).params!.id!, 'newest', context.influencer!.email),
  },
  'GET /api/subscribers/figures': { count: (context) => onSubscription(context).then(() => ({})) },
  'GET /api/subscribers/unused': {
    count: async ({ app, influencer }) => {
      await addSubscription(app, influencer!);
      await app.db
        .update(users)
        .set({ banned: true, suspendedFor: 'violation' })
        .where(eq(users.id, influencer!.id));
      return {};
    },
  },
  'GET /api/subscribers/{id}': { one: (context) => onSubscription(context) },
  'GET /api/subscribers/{id}/payments': { one: (context) => onSubscription(context) },
  'GET /api/payments': { list: byId(onPayment) },
  'GET /api/payments.csv': {
    list: async ({ app, influencer }) => ({
      needle: (await addSubscription(app, influencer!)).paymentId,
    }),
  },
  'POST /api/payments.csv': {
    list: async ({ app, influencer }) => {
      const { chargeId, paymentId } = await addSubscription(app, influencer!);
      return selected(chargeId, '-newest', paymentId);
    },
  },
  'GET /api/payments/{id}': { one: onPayment },
  'GET /api/disputes': { list: byId(onDispute) },
  'GET /api/disputes.csv': {
    async list(context) {
      const { params } = await onDispute(context);
      const [{ reference }] = (await context.app.db
        .select({ reference: disputes.providerDisputeId })
        .from(disputes)
        .where(eq(disputes.id, params!.id!))) as [{ reference: string }];
      return { needle: reference };
    },
  },
  'GET /api/disputes/{id}': { one: onDispute },
  'GET /api/disputes/{id}/evidence': { one: onDispute },
  'GET /api/disputes/{id}/evidence.pdf': { one: onDispute },
  'GET /api/disputes/{id}/submission': { one: onDispute },
  'GET /api/dispute-ratios': { isDeniedToLimitedStaff: true, one: async () => ({}) },
  'GET /api/corrections': { list: byId(onCorrection) },
  'GET /api/corrections.csv': {
    list: async (context) => ({ needle: (await addedCorrection(context)).reason }),
  },
  'GET /api/corrections/{id}': { one: onCorrection },
  'GET /api/influencers/{id}/correction-basis': { one: onInfluencer },
  'GET /api/plans': { list: byId((context) => onPlan(context)) },
  'GET /api/plans/counts': { count: (context) => onPlan(context).then(() => ({})) },
  'GET /api/plans/{id}': { one: (context) => onPlan(context) },
  'GET /api/plans/{id}/commission': { one: (context) => onPlan(context) },
  'GET /api/plans/{id}/price-changes': { one: (context) => onPlan(context) },
  'GET /api/price-changes/{id}': { one: onPriceChange },
  'GET /api/price-notices': { list: byId(onPriceNotice) },
};
