import { sql } from 'drizzle-orm';
import { monthBefore, monthBounds } from '#src/features/money/payouts/payouts.rules.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import type { Seed } from './seed-context.ts';

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

/** Creates the payouts of all completed months, and pays all except those of the last month. */
export async function seedPayouts(seed: Seed, first: Date): Promise<void> {
  const { db, now } = seed;
  const months = monthsSince(first, now);
  for (const [index, month] of months.entries()) {
    const { to } = monthBounds(month);
    const createdAt = new Date(Math.min(to.getTime() + CREATED_AFTER_MS, now.getTime()));
    await runPayouts({ db }, { month }, createdAt);
    if (index < months.length - 1) await payAll(seed, new Date(to.getTime() + PAID_AFTER_MS));
  }
}

// Does the same as marking each pending payout as paid.
async function payAll({ db, adminId }: Seed, at: Date): Promise<void> {
  const paidAt = sql`${at}::timestamptz(3)`;
  await db.execute(sql`
    with due as (
      select id, share_account_id, net_payout_cents as net, gen_random_uuid() as transaction_id
      from payouts where status = 'pending'
    ), posted as (
      insert into ledger_transactions (id, kind, occurred_at, share_account_id)
      select transaction_id, 'payout_paid', ${paidAt}, share_account_id from due
    ), entered as (
      insert into ledger_entries (transaction_id, account_id, amount_cents, occurred_at)
      select transaction_id, a.id, case a.kind when 'cash' then -net else net end, ${paidAt}
      from due join ledger_accounts a on a.kind in ('cash', 'payouts_due')
    )
    update payouts p set status = 'paid', paid_at = ${paidAt}, paid_by = ${adminId}::uuid,
      paid_transaction_id = due.transaction_id, notes = 'Bank transfer.'
    from due where due.id = p.id`);
}
