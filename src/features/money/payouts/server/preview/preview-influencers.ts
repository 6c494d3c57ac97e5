import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { DomainError } from '#src/lib/problem.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import {
  INFLUENCER_PREVIEW_SIZE,
  type InfluencerPreview,
  type influencerPreviewsSchema,
} from '../../payout-run.schema.ts';
import { openUntil } from '../open-transactions.ts';
import { EFFECTIVE_RULES, heldOf, isPaidOut } from '../payout-rules.ts';
import { payouts } from '../payouts.table.ts';
import { balanceOf, openDisputesOf } from '../share-state.ts';

type Previews = z.input<typeof influencerPreviewsSchema>;

const ORDER: Order = {
  by: sql`case when due.is_due then due.net else least(due.net, 0) end`,
  type: 'numeric',
  // The numbers of accounts are internal.
  id: sql`md5('share ' || due.account)::uuid`,
  descending: true,
};

const ACCOUNT = sql`due.account`;

const COLUMNS = {
  id: sql<string>`${ORDER.id}`,
  payeeName: nameOrUnknown(profiles.fullName, ledgerAccounts.payeeName),
  isDue: sql<boolean>`due.is_due`,
  netPayoutCents: sql<number>`due.net::float8`,
  reserveCents: sql<number>`due.reserve::float8`,
  reservedCents: sql<number>`reserved.cents::float8`,
  balanceCents: sql<number>`balance.cents::float8`,
  heldCents: sql<number>`due.held::float8`,
  openDisputes: sql<number>`disputed.number::int`,
  disputedCents: sql<number>`disputed.cents::float8`,
} satisfies SelectionOf<InfluencerPreview>;

/** The reserves of a share that earlier payouts have set aside and nobody has released. */
const RESERVED = sql`
  select coalesce(sum(${payouts.reserveHeldCents}), 0) as cents from ${payouts}
  where ${payouts.shareAccountId} = ${ACCOUNT} and ${payouts.reserveReleaseAt} is not null
    and ${payouts.status} <> 'voided' and not exists (
      select from ${ledgerTransactions}
      where ${ledgerTransactions.reverses} = ${payouts.reserveTransactionId})`;

/** What a run for the month before `to` would make of each share with something payable. */
function dueUntil(to: Date, periodStart: string, now: Date): SQL {
  const isPayable = sql`o.payable_at < ${to}::timestamptz`;
  const isShare = sql`${ledgerAccounts.kind} = 'influencer_share'`;
  return sql`
    with opened as (
      select o.share_account_id as account,
        coalesce(-sum(${ledgerEntries.amountCents}) filter (where ${isShare} and ${isPayable}), 0) as share,
        coalesce(sum(${ledgerEntries.amountCents})
          filter (where ${ledgerAccounts.kind} = 'reserves_held' and ${isPayable}), 0) as released,
        coalesce(-sum(${ledgerEntries.amountCents})
          filter (where ${isShare} and o.payable_at > ${now}::timestamptz), 0) as held
      from (${openUntil(now)}) o
      join ${ledgerEntries} on ${ledgerEntries.transactionId} = o.id
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      group by 1
      having bool_or(${isPayable})
    )
      select account, share - withheld.reserve as net, held, withheld.reserve,
        ${isPaidOut(sql`share - withheld.reserve`)} and not exists (
          select from ${payouts}
          where ${payouts.shareAccountId} = account
            and ${payouts.periodStart} = ${periodStart}::date and ${payouts.status} <> 'voided'
        ) as is_due
      from opened
      join (${EFFECTIVE_RULES}) rules on rules.share_account_id = account
      cross join lateral (select ${heldOf(sql`share - released`)} as reserve) withheld`;
}

/**
 * What a payout run for a month would mean for each influencer with an open share: the highest payouts
 * first, debts last.
 * @throws DomainError 'not-allowed-in-state' for a month that is not over
 */
export async function previewInfluencers(
  pool: Pool,
  { month, after }: { month: string; after?: string | undefined },
  now: Date,
): Promise<Previews> {
  const { to, periodStart } = monthBounds(month);
  if (to > now) throw new DomainError('not-allowed-in-state', 'This month isn’t over yet');
  const found = await selectRows(
    pool,
    { ...COLUMNS, positionKey: positionKey(ORDER) },
    (columns) => sql`
      with due as (${dueUntil(to, periodStart, now)}), page as (
        select * from due
        where ${after === undefined ? sql`true` : isAfter(ORDER, decodeCursor(after, ORDER.type))}
        order by ${orderBy(ORDER)} limit ${INFLUENCER_PREVIEW_SIZE + 1}
      )
      select ${columns} from page due
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ACCOUNT}
      left join ${profiles} on ${profiles.id} = ${ledgerAccounts.influencerId}
      cross join lateral (${balanceOf(ACCOUNT)}) balance
      cross join lateral (${openDisputesOf(ACCOUNT)}) disputed
      cross join lateral (${RESERVED}) reserved
      order by ${orderBy(ORDER)}`,
  );
  const { rows, next } = takePage(found, INFLUENCER_PREVIEW_SIZE);
  return { influencers: rows, next };
}
