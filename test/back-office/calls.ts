import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { recordCorrection } from '#src/features/money/corrections/server/record-correction.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { openShareAccount } from '#src/features/money/ledger/server/record-transaction.ts';
import { makePayout, makeStatement } from '#src/features/money/payouts/server/payouts.testing.ts';
import { priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import {
  addSubscription,
  type TestState,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { publicImageStem } from '#src/lib/images.ts';
import type { TestApp, TestUser } from '../harness.ts';

/** The path parameters, query string and body of a call. */
export type Call = { params?: Record<string, string>; query?: string; body?: unknown };

export type CallContext = {
  app: TestApp;
  /** The caller. */
  user: TestUser;
  /** The influencer whose record the call concerns; null for a missing record. */
  influencer: TestUser | null;
};

/** Creates the required records and a call that succeeds on them. */
export type MakeCall = (context: CallContext) => Promise<Call>;

/** Limited staff may not call the operation, even for their own influencers. */
export type DeniedToLimitedStaff = { isDeniedToLimitedStaff: true };

/** Why an operation does not concern a particular influencer. */
export type Unrelated = { unrelated: string };

/** Sends a call of an operation. */
export function send(
  app: TestApp,
  user: TestUser,
  operation: string,
  { params = {}, query, body }: Call,
) {
  const [method = '', path = ''] = operation.split(' ');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  return app.call(method, query ? `${address}?${query}` : address, {
    user,
    body: method === 'GET' ? undefined : body,
  });
}

export const TOMORROW = new Date(Date.now() + 86_400_000);
export function idOf(influencer: TestUser | null): string {
  return influencer?.id ?? randomUUID();
}

/** A call on the influencer. */
export const onInfluencer: MakeCall = async ({ influencer }) => ({
  params: { id: idOf(influencer) },
});

const REASON = { reason: 'A slip', comment: 'Brighter, please' };

/** A call on a task of the influencer. */
export async function onTask(
  { app, influencer }: CallContext,
  state: Partial<typeof tasks.$inferInsert> = {},
): Promise<Call> {
  const id = idOf(influencer);
  const body = { title: 'After', assignedTo: id, assignees: [id], version: 1, ...REASON };
  if (!influencer) return { params: { id: randomUUID() }, body };
  const [created] = await app.db
    .insert(tasks)
    .values({ title: 'Before', assignedTo: influencer.id, ...state })
    .returning({ id: tasks.id });
  return { params: { id: created!.id }, body };
}

/** A call on a plan of the influencer. */
export async function onPlan(
  { app, influencer }: CallContext,
  state: Partial<typeof subscriptionPlans.$inferInsert> = {},
): Promise<Call> {
  const sale = { priceMonthlyCents: 1999, isActive: true };
  if (!influencer) return { params: { id: randomUUID() }, body: { ...sale, version: 1 } };
  const [created] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999, isActive: false, ...state })
    .returning({ id: subscriptionPlans.id });
  return { params: { id: created!.id }, body: { ...sale, version: 1 } };
}

/** A call on a planned commission of a plan of the influencer. */
export async function onCommissionRate(context: CallContext): Promise<Call> {
  const { params } = await onPlan(context);
  const planId = params!.id!;
  if (!context.influencer) return { params: { id: planId, rateId: randomUUID() } };
  const [added] = await context.app.db
    .insert(commissionRates)
    .values({ planId, percent: 15, effectiveFrom: TOMORROW, reason: 'New agreement' })
    .returning({ id: commissionRates.id });
  return { params: { id: planId, rateId: added!.id } };
}

/** A call on an announced price change of a plan of the influencer. */
export async function onPriceChange(context: CallContext): Promise<Call> {
  const { params } = await onPlan(context, { priceMonthlyCents: 1999 });
  if (!context.influencer) return { params: { id: randomUUID() } };
  const { first } = priceChangeDays(new Date());
  const [announced] = await context.app.db
    .insert(priceChanges)
    .values({
      planId: params!.id!,
      priceCents: 1999,
      effectiveFrom: new Date(`${first}T00:00:00Z`),
      needsConsent: false,
    })
    .returning({ id: priceChanges.id });
  return { params: { id: announced!.id } };
}

/** A call on a subscription that got the notice of a price change. */
export async function onPriceNotice(context: CallContext): Promise<Call> {
  const { params: change } = await onPriceChange(context);
  const { params } = await onSubscription(context);
  if (context.influencer) {
    await context.app.db.insert(priceNotices).values({
      priceChangeId: change!.id!,
      subscriptionId: params!.id!,
      oldPriceCents: 999,
      noticedAt: new Date(),
    });
  }
  return { params: params! };
}

/** A call on the influencer's payout of the previous month. */
export async function onPayout(context: CallContext): Promise<Call> {
  return { params: { id: await payoutId(context) } };
}

/** The id of a payout of the influencer. */
export async function payoutId({ app, influencer }: CallContext): Promise<string> {
  return influencer ? (await makePayout(app, influencer)).id : randomUUID();
}

/** A call on a self-billed statement of the influencer. */
export const onPayoutDocument: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? (await makeStatement(app, influencer)).id : randomUUID() },
});

/** A call on a subscription to the influencer with one payment. */
export async function onSubscription(
  { app, influencer }: CallContext,
  state?: TestState,
): Promise<Call> {
  const refund = { refundKey: randomUUID(), amountCents: 100, endNow: false };
  const created = influencer
    ? await addSubscription(app, influencer, state)
    : { id: randomUUID(), chargeId: randomUUID() };
  return { params: { id: created.id }, body: { ...refund, transactionId: created.chargeId } };
}

/** A call on a fan who subscribes to the influencer. */
export const onSubscriber: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? (await addSubscription(app, influencer)).fan.id : randomUUID() },
});

/** A call on a payment for the influencer. */
export const onPayment: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? (await addSubscription(app, influencer)).chargeId : randomUUID() },
});

/** A call on the invoice of a payment for the influencer. */
export const onInvoice: MakeCall = async (context) => {
  const { params } = await onPayment(context);
  await issueInvoices(context.app, new Date());
  const [invoice] = await context.app.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.chargeId, params!.id!));
  return { params: { id: invoice?.id ?? params!.id! } };
};

/** A dispute of a payment for the influencer. */
export const onDispute: MakeCall = async ({ app, influencer }) => {
  if (!influencer) return { params: { id: randomUUID() } };
  const { chargeId } = await addSubscription(app, influencer);
  const now = new Date();
  const [added] = await app.db
    .insert(disputes)
    .values({
      provider: 'sandbox',
      providerDisputeId: randomUUID(),
      chargeId,
      stage: 'dispute',
      status: 'opened',
      amountCents: 1999,
      openedAt: now,
      reportedAt: now,
    })
    .returning({ id: disputes.id });
  return { params: { id: added!.id } };
};

type CorrectionOptions = { requestedBy?: string; isRecorded?: boolean };

/** A correction of the influencer that another person proposed, or one that is recorded. */
export async function addedCorrection(
  { app, influencer }: CallContext,
  { requestedBy, isRecorded = false }: CorrectionOptions = {},
): Promise<{ id: string; reason: string }> {
  const [id, reason] = [randomUUID(), randomUUID()];
  if (!influencer) return { id, reason };
  const shareAccountId = await openShareAccount(app.db, influencer.id);
  const correction = { kind: 'bonus', shareAccountId, amountCents: 500, reverses: null } as const;
  await app.db.transaction(async (tx) => {
    const now = new Date();
    await tx.insert(corrections).values({
      ...correction,
      id,
      reason,
      requestedBy: requestedBy ?? (await app.as('admin')).id,
      needsApproval: !isRecorded,
      ...(isRecorded
        ? {
            status: 'approved',
            decidedAt: now,
            transactionId: await recordCorrection(tx, correction, now),
          }
        : { status: 'proposed' }),
    });
  });
  return { id, reason };
}

/** A call on such a correction. */
export async function onCorrection(
  context: CallContext,
  options?: CorrectionOptions,
): Promise<Call> {
  return { params: { id: (await addedCorrection(context, options)).id } };
}

/** Adds images to the first section of the influencer's page. */
export async function onPageImages({
  app,
  influencer,
}: CallContext): Promise<{ id: string; stems: string[] }> {
  if (!influencer) return { id: randomUUID(), stems: ['/images/nothing'] };
  const keys = ['public/1-aa-10x10-000000.png', 'public/2-bb-10x10-000000.png'];
  await app.db
    .update(profiles)
    .set({ pageAboutImages: keys })
    .where(eq(profiles.id, influencer.id));
  return { id: influencer.id, stems: keys.map(publicImageStem) };
}

/** A message of the influencer. */
export async function onMessage(
  { app, influencer }: CallContext,
  state: Partial<typeof contactMessages.$inferInsert> = {},
): Promise<Call> {
  if (!influencer) return { params: { id: randomUUID() } };
  const [message] = await app.db
    .insert(contactMessages)
    .values({
      name: 'Ivo',
      email: `new-${randomUUID()}@example.test`,
      topic: 'My profile',
      message: 'Hello',
      influencerId: influencer.id,
      fingerprint: randomUUID(),
      ...state,
    })
    .returning({ id: contactMessages.id });
  return { params: { id: message!.id } };
}
