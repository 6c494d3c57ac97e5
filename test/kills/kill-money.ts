import { sql } from 'drizzle-orm';
import { sandboxSubscriptions } from '#src/features/money/payments/server/billing.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp } from '#test/harness.ts';

/** What the sandbox has returned of its payment `charge`, by its own records. */
const returned = sql`(
  select coalesce(sum(case r.kind when 'dispute_won' then -r.amount_cents else r.amount_cents end), 0)
  from sandbox_records r where r.payment_reference = charge.reference)`;

/**
 * The payments that the sandbox took without a return, and that gave their fan no access for their
 * whole period. Whoever is deleted by the team has had it until then.
 */
export async function listPaidForNothing({ db }: TestApp): Promise<string[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    select charge.reference from sandbox_records charge
    where charge.kind = 'charge'
      and not exists (select from sandbox_records r
        where r.payment_reference = charge.reference and r.kind in ('refund', 'dispute'))
      and not exists (
        select from ledger_transactions t join user_subscriptions s on s.id = t.subscription_id
        where t.kind = 'charge' and t.provider = 'sandbox' and t.provider_reference = charge.reference
          and case when s.status <> 'cancelled' then s.current_period_end >= t.period_end
            when s.end_reason = 'deletion' then s.ended_at >= t.recorded_at
            else s.ended_at >= t.period_end end)`);
  return rows.map(({ reference }) => reference);
}

/** The subscriptions that grant access now, by their clock, without a payment that the sandbox retains. */
export async function listWatchingForFree({ db }: TestApp): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${userSubscriptions.id} from ${userSubscriptions}
    left join ${sandboxSubscriptions}
      on ${sandboxSubscriptions.id} = ${userSubscriptions.providerSubscriptionId}
    where ${grantsViewingNow} and not exists (
      select from sandbox_records charge
      where charge.kind = 'charge' and charge.amount_cents > ${returned}
        and charge.subscription_reference = ${userSubscriptions.providerSubscriptionId}
        and coalesce(${sandboxSubscriptions.clockAt}, now())
          between (charge.event::jsonb ->> 'periodStart')::timestamptz
          and (charge.event::jsonb ->> 'periodEnd')::timestamptz + interval '3 days')`);
  return rows.map(({ id }) => id);
}
