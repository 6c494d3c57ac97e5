import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  recordCharge,
  recordReversal,
} from '#src/features/money/ledger/server/record-transaction.ts';
import { addMonths } from '#src/lib/dates.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { issuePayoutDocuments } from './documents/issue-payout-documents.ts';
import { payoutDocuments } from './payout-documents.table.ts';
import { runPayouts } from './payout-run.ts';
import { markPayoutPaid } from './payout-states.ts';
import { payouts } from './payouts.table.ts';

type Person = Pick<TestUser, 'id'>;
type Charge = { at: Date; cents?: number; commission?: number; subscriptionId?: string };

/** Records a payment for a new or the given subscription. @returns its transaction */
export async function addCharge(
  app: Pick<TestApp, 'db'>,
  { id: influencerId }: Person,
  { at, cents = 1999, commission = 20, subscriptionId = randomUUID() }: Charge,
): Promise<string> {
  const charge = {
    provider: 'sandbox',
    paymentId: randomUUID(),
    amountCents: cents,
    influencerId,
    subscriptionId,
    subscriberId: randomUUID(),
    occurredAt: at,
    periodStart: at,
    periodEnd: addMonths(at, 1),
    commissionPercent: commission,
  };
  return (await app.db.transaction((tx) => recordCharge(tx, charge)))!;
}

type Reversal = { at: Date; cents?: number };

/** Records a refund of this amount. @returns its transaction */
export function addRefund(app: Pick<TestApp, 'db'>, chargeId: string, reversal: Reversal) {
  return addReversal(app, chargeId, { ...reversal, kind: 'refund' });
}

/** Records a dispute about this amount. @returns its transaction */
export function addDispute(app: Pick<TestApp, 'db'>, chargeId: string, reversal: Reversal) {
  return addReversal(app, chargeId, { ...reversal, kind: 'dispute' });
}

async function addReversal(
  app: Pick<TestApp, 'db'>,
  chargeId: string,
  { at, cents = 1999, kind }: Reversal & { kind: 'refund' | 'dispute' },
): Promise<string> {
  const reversal = { kind, provider: 'sandbox', reference: randomUUID() };
  return (await app.db.transaction(async (tx) => {
    const [charge] = await tx
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.id, chargeId));
    return recordReversal(tx, charge!, { ...reversal, occurredAt: at, amountCents: cents });
  }))!;
}

type Made = Omit<Charge, 'at'> & {
  /** "2026-10"; the previous month if not given. */
  month?: string;
  paid?: { by: Person; notes?: string; at?: Date };
};

/**
 * Makes the payouts of a month in which the influencer had one payment.
 * @returns the influencer's payout
 */
export async function makePayout(
  app: Pick<TestApp, 'db' | 'services'>,
  influencer: Person,
  { month = monthBefore(new Date()), paid, ...charge }: Made = {},
): Promise<typeof payouts.$inferSelect> {
  const { from, to, periodStart } = monthBounds(month);
  await addCharge(app, influencer, { ...charge, at: new Date(from.getTime() + 1) });
  await runPayouts(app, { month }, to);
  const find = async () => {
    const [payout] = await app.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.influencerId, influencer.id), eq(payouts.periodStart, periodStart)));
    return payout!;
  };
  const made = await find();
  if (!paid) return made;
  const { by, notes = null, at } = paid;
  const payer = { userId: by.id, isLimited: false };
  await markPayoutPaid(app.services, payer, { id: made.id, notes }, at);
  return find();
}

/** Makes a payout that was paid, with its self-billed statement. @returns the statement */
export async function makeStatement(
  app: Pick<TestApp, 'db' | 'services' | 'as' | 'config'>,
  influencer: Person,
): Promise<typeof payoutDocuments.$inferSelect> {
  const paid = { by: await app.as('admin'), at: new Date(Date.now() - 60_000) };
  const { id } = await makePayout(app, influencer, { paid });
  await issuePayoutDocuments(app, new Date());
  const [statement] = await app.db
    .select()
    .from(payoutDocuments)
    .where(eq(payoutDocuments.payoutId, id));
  return statement!;
}
