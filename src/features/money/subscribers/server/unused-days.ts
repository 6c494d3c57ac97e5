import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refundableAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { unusedDaysSchema } from '../back-office-subscriptions.schema.ts';

const { id, periodStart, periodEnd } = ledgerTransactions;

/** What of a payment pays for the time from now on, less what has been refunded of the payment. */
const unusedOfCharge = sql`greatest(0, floor(${cashAmount(id)}
    * extract(epoch from ${periodEnd} - now()) / extract(epoch from ${periodEnd} - ${periodStart})
  ) - (${cashAmount(id)} - ${refundableAmount(id)}))`;

/** The cents that a fan has paid for the days that are left and that are not refunded yet, for a row of user_subscriptions. */
export const unusedCents = sql<number>`coalesce((select sum(${unusedOfCharge})::int
  from ${ledgerTransactions} where ${ledgerTransactions.subscriptionId} = ${userSubscriptions.id}
    and ${ledgerTransactions.kind} = 'charge' and ${periodStart} <= now() and ${periodEnd} > now()), 0)`;

/** The days that are left of the paid period, the begun one included. */
export const unusedDays = sql<number>`greatest(0,
  ceil(extract(epoch from ${userSubscriptions.currentPeriodEnd} - now()) / 86400))::int`;

/** Whether a fan has paid for days that a suspension for a violation takes from them. */
export const losesPaidDays: SQL = sql`(${userSubscriptions.isWithheld}
  and ${userSubscriptions.status} <> 'cancelled' and ${unusedCents} > 0)`;

const TOTALS = {
  fans: sql<number>`count(*)::int`,
  cents: sql<number>`coalesce(sum(${unusedCents}), 0)::float8`,
} satisfies SelectionOf<z.input<typeof unusedDaysSchema>>;

/** How many fans lose paid days by a suspension for a violation, and what these days have cost. */
export async function getUnusedDays(
  pool: Pool,
  actor: Actor,
  { influencer }: { influencer?: string | undefined },
): Promise<z.input<typeof unusedDaysSchema>> {
  const where = and(
    losesPaidDays,
    inScope(actor, userSubscriptions.influencerId),
    influencer === undefined ? undefined : eq(userSubscriptions.influencerId, influencer),
  );
  const [totals] = await selectRows(
    pool,
    TOTALS,
    (columns) => sql`select ${columns} from ${userSubscriptions} where ${where}`,
  );
  return totals!;
}
