import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { periodOf } from '#src/features/money/earnings/earnings.rules.ts';
import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';
import { sumMoneyBy } from '#src/features/money/earnings/server/earnings-money.ts';
import { addUp } from '#src/features/money/earnings/server/earnings-sums.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { marginPercent, netRevenueOf, profitOf } from '../reports.rules.ts';
import type { InfluencerProfit, ProfitAndLoss, ReportQuery } from '../reports.schema.ts';
import { reportedTo, type Reader } from './report-scope.ts';
import { readBeginning } from './report.ts';

function toProfitAndLoss(money: AgencyMoney): ProfitAndLoss {
  const [netRevenueCents, profitCents] = [netRevenueOf(money), profitOf(money)];
  return {
    grossCents: money.grossCents,
    refundedCents: money.refundedCents,
    chargedBackCents: money.disputedCents - money.disputesWonCents,
    netRevenueCents,
    shareCents: money.shareCents,
    providerFeeCents: money.providerFeeCents,
    disputeFeeCents: money.disputeFeeCents,
    adjustmentCents: money.adjustmentCents,
    writeOffCents: money.writeOffCents,
    profitCents,
    marginPercent: marginPercent(profitCents, netRevenueCents),
  };
}

/** Who holds the accounts whose payments have been summed. */
function listHolders(pool: Pool, accountIds: number[]) {
  return selectRows(
    pool,
    {
      accountId: ledgerAccounts.id,
      influencerId: ledgerAccounts.influencerId,
      fullName: sql<string | null>`case when ${ledgerAccounts.kind} = 'influencer_share' then
        ${nameOrUnknown(profiles.fullName, ledgerAccounts.payeeName)} end`,
      unassigned: sql<InfluencerProfit['unassigned']>`case
        when ${ledgerAccounts.kind} <> 'influencer_share' then ${ledgerAccounts.kind} end`,
    },
    (columns) => sql`
      select ${columns} from ${ledgerAccounts}
      left join ${profiles} on ${eq(profiles.id, ledgerAccounts.influencerId)}
      where ${ledgerAccounts.id} = any(${sql.param(accountIds)}::int[])`,
  );
}

/** The agency's profit and loss in a range, in total and by influencer, highest profit first. */
export async function getProfitAndLoss(
  pool: Pool,
  actor: Reader,
  { range, ...filter }: ReportQuery,
  now: Date,
): Promise<{ total: ProfitAndLoss; rows: InfluencerProfit[] }> {
  const whose = reportedTo(actor, filter);
  const { firstAt } = await readBeginning(pool, whose);
  const period = periodOf(range, now, firstAt);
  const byAccount = sql<number>`${ledgerTransactions.shareAccountId}`;
  const money = await sumMoneyBy(pool, whose, period, byAccount);
  const holders = await listHolders(pool, [...money.keys()]);
  const rows = holders.map(({ accountId, influencerId, fullName, unassigned }) => ({
    id: `account-${accountId}`,
    influencerId,
    fullName,
    unassigned,
    ...toProfitAndLoss(money.get(accountId)!),
  }));
  return {
    total: toProfitAndLoss(addUp(money.values())),
    rows: rows.toSorted(
      (a, b) =>
        b.profitCents - a.profitCents || b.grossCents - a.grossCents || (a.id < b.id ? -1 : 1),
    ),
  };
}
