import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { issuePayoutDocuments } from '#src/features/money/payouts/server/documents/issue-payout-documents.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import {
  approvePayouts,
  markPayoutPaid,
  markPayoutReturned,
  markPayoutsSent,
  voidPayout,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { releaseReserves } from '#src/features/money/payouts/server/release-reserves.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { InvoiceConfig } from './seed-invoices.ts';

const HOUR_MS = 60 * 60_000;
/** Payouts are created on the first of the month and paid on the fourth. */
const CREATED_AFTER_MS = 9 * HOUR_MS;
const PAID_AFTER_MS = 82 * HOUR_MS;

/** The completed months since the first charge, as YYYY-MM. */
function monthsSince(first: Date, now: Date): string[] {
  const months: string[] = [];
  for (let month = monthBefore(now); monthBounds(month).to > first;) {
    months.unshift(month);
    month = monthBefore(monthBounds(month).from);
  }
  return months;
}

/**
 * Creates the payouts of all completed months, and pays all except those of the last month. A few of
 * the month before are in every other status. The first influencer has a reserve.
 */
export async function seedPayouts(
  seed: Seed,
  first: Date,
  config: InvoiceConfig & Pick<Config, 'secrets'>,
): Promise<void> {
  const { db, now } = seed;
  const months = monthsSince(first, now);
  await db
    .insert(payoutRules)
    .values({ influencerId: seed.influencers[0]!.id, reservePercent: 5, reserveDays: 60 });
  const issueDocuments = (at: Date) => issuePayoutDocuments({ db, config }, at);
  for (const [index, month] of months.entries()) {
    const { to } = monthBounds(month);
    const createdAt = new Date(Math.min(to.getTime() + CREATED_AFTER_MS, now.getTime()));
    await releaseReserves({ db }, createdAt);
    await runPayouts({ db }, { month }, createdAt);
    if (index === months.length - 2) {
      const issue = () => issueDocuments(new Date(createdAt.getTime() + HOUR_MS));
      await seedStatuses(seed, { month, createdAt, issue });
    }
    if (index < months.length - 1) {
      const paidAt = new Date(to.getTime() + PAID_AFTER_MS);
      await payAll(seed, paidAt);
      await issueDocuments(new Date(paidAt.getTime() + HOUR_MS));
    }
  }
}

/** Gives some payouts of a month the statuses other than pending and paid. */
async function seedStatuses(
  { db, adminId, staffId, influencers }: Seed,
  { month, createdAt, issue }: { month: string; createdAt: Date; issue: () => Promise<number> },
): Promise<void> {
  const open = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.status, 'pending'), ne(payouts.influencerId, influencers[0]!.id)))
    .orderBy(payouts.netPayoutCents, payouts.id)
    .limit(6);
  const [sent, returned, voided, toApprove, approved] = open.map(({ id }) => id);
  if (!approved) return;
  // The demo sends no mails about its past.
  const services = { db, jobs: { enqueue: () => Promise.resolve() } };
  const [admin, staff] = [adminId, staffId].map((userId) => ({ userId, isLimited: false }));
  await markPayoutsSent(services, admin!, [sent!], { batchReference: 'BATCH-0042' });
  await markPayoutPaid(services, admin!, { id: returned!, notes: null }, createdAt);
  await issue();
  await markPayoutReturned(services, admin!, returned!, {
    reason: 'The bank doesn’t know the account',
    at: new Date(createdAt.getTime() + 2 * HOUR_MS),
    feeCents: 350,
  });
  await voidPayout(services, admin!, voided!, {
    reason: 'Made before a refund was recorded',
    at: createdAt,
  });
  await runPayouts({ db }, { month }, createdAt);
  await db
    .update(payouts)
    .set({ needsApproval: true })
    .where(inArray(payouts.id, [toApprove!, approved]));
  await approvePayouts(services, staff!, [approved]);
}

// Does the same as marking each payout as paid that needs no approval.
async function payAll({ db, adminId }: Seed, at: Date): Promise<void> {
  const paidAt = sql`${at}::timestamptz(3)`;
  await db.execute(sql`
    with due as (
      select id, share_account_id, net_payout_cents as net, gen_random_uuid() as transaction_id
      from payouts where status = 'pending' and not needs_approval
    ), posted as (
      insert into ledger_transactions (id, kind, occurred_at, share_account_id)
      select transaction_id, 'payout_paid', ${paidAt}, share_account_id from due
    ), entered as (
      insert into ledger_entries (transaction_id, account_id, amount_cents, occurred_at)
      select transaction_id, a.id, case a.kind when 'cash' then -net else net end, ${paidAt}
      from due join ledger_accounts a on a.kind in ('cash', 'payouts_due')
    ), changed as (
      insert into payout_transitions (payout_id, from_status, to_status, at, by, reason, transaction_id)
      select id, 'pending', 'paid', ${paidAt}, ${adminId}::uuid, 'Bank transfer.', transaction_id from due
    )
    update payouts p set status = 'paid', paid_at = ${paidAt}, paid_by = ${adminId}::uuid,
      paid_transaction_id = due.transaction_id, notes = 'Bank transfer.'
    from due where due.id = p.id`);
}
