import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { findPeople } from '#src/features/money/subscribers/server/search-people.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import { receiptNumberRange } from '#src/lib/receipt-number.ts';
import { containsText, selectRows, type RowOf } from '#src/platform/database/statement.ts';
import { countParts, countUpToLimit, type Part } from '#src/platform/http/counts.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  fan,
  influencer,
  isEither,
  isListed,
  payment,
  PAYMENT_ROW,
  PAYMENTS,
  paymentInScope,
  PAYMENTS_WITH_PEOPLE,
  share,
} from './payments-source.ts';

const listed = (list: (string | number)[], type: 'uuid' | 'int') =>
  sql`unnest(${sql.param(list)}::${sql.raw(type)}[])`;

const among = (column: SQL, list: SQL) => sql`${column} in (select ${list})`;

const isOneOf = (column: SQL, ids: (string | number)[], type: 'uuid' | 'int') =>
  sql`${column} = any(${sql.param(ids)}::${sql.raw(type)}[])`;

const reversed = alias(ledgerTransactions, 'reversed');

/** The most people whose payments are looked up one person after the other. */
const MOST_LOOKED_UP = 1_000;
/** The most people with whom payments are compared by their ids; with more, by their names. */
const MOST_COMPARED = 2_000;

/** The most payments that the beginning of a number or a reference finds. */
const MOST_NUMBERED = 100;

/** The payments by receipt number, or by the provider's id of the payment, a refund or a dispute. */
async function findPaymentsByNumber(pool: Pool, text: string): Promise<string[]> {
  const range = receiptNumberRange(text);
  const { id, kind, providerReference } = ledgerTransactions;
  const found = await selectRows(
    pool,
    { id: sql<string>`coalesce(${reversed.reverses}, ${reversed.id}, ${id})` },
    (columns) => sql`
      select ${columns} from ${ledgerTransactions}
      left join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${ledgerTransactions.reverses}
      where ${or(
        eq(providerReference, text),
        range ? sql`${id} between ${range.first} and ${range.last}` : undefined,
      )} and ${kind} in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won')
      limit ${sql.raw(String(MOST_NUMBERED))}`,
  );
  // A payment may have several refunds whose references match.
  return [...new Set(found.map((row) => row.id))];
}

/** The newest payments with a number or a provider's id that a person typed. */
export async function listNumberedPayments(
  pool: Pool,
  actor: Actor,
  text: string,
  limit: number,
): Promise<RowOf<typeof PAYMENT_ROW>[]> {
  const ids = await findPaymentsByNumber(pool, text);
  if (ids.length === 0) return [];
  return selectRows(
    pool,
    PAYMENT_ROW,
    (columns) => sql`
      select ${columns} from ${PAYMENTS_WITH_PEOPLE}
      where ${and(isListed, isOneOf(payment.id, ids, 'uuid'), paymentInScope(actor))}
      order by ${payment.at} desc limit ${sql.raw(String(limit))}`,
  );
}

/** The accounts of these influencers, and of deleted ones by their name. */
async function findAccounts(pool: Pool, ids: string[], text: string): Promise<number[]> {
  const found = await selectRows(
    pool,
    { id: ledgerAccounts.id },
    (columns) => sql`
      select ${columns} from ${ledgerAccounts}
      where ${isOneOf(sql`${ledgerAccounts.influencerId}`, ids, 'uuid')}
        or ${containsText(text, ledgerAccounts.payeeName, ledgerAccounts.payeeEmail)}`,
  );
  return found.map(({ id }) => id);
}

type Conditions = (SQL | undefined)[];
/** How a list finds the payments that match, under these other conditions. */
type Found = {
  where: Conditions;
  parts?: readonly Part[];
  count?: () => Promise<number>;
};

/**
 * Finds the payments whose number, fan or influencer matches. People are looked up first, so that an index
 * finds the payments of each. With many people, the newest payments are compared one by one: a page
 * of theirs is found soon, and the first people have more payments than lists count.
 */
export async function searchPayments(pool: Pool, text: string, others: Conditions): Promise<Found> {
  const [{ ids, areAll }, numbered] = await Promise.all([
    findPeople(pool, text, MOST_COMPARED),
    findPaymentsByNumber(pool, text),
  ]);
  const keys = { ids, numbered, accounts: await findAccounts(pool, ids, text) };
  const parts = partsOf({ ...keys, ids: ids.slice(0, MOST_LOOKED_UP) });
  if (ids.length <= MOST_LOOKED_UP) return { where: others, parts };
  const where = [...others, areAll ? isOfPeople(keys) : isByText(text, numbered)];
  return {
    where,
    count: async () => {
      const counted = await countParts(pool, PAYMENTS, others, parts);
      return counted > COUNT_LIMIT ? counted : countUpToLimit(pool, PAYMENTS_WITH_PEOPLE, where);
    },
  };
}

type Keys = { ids: string[]; accounts: number[]; numbered: string[] };

// Not `= any`, for whose many ids PostgreSQL would estimate one by one how often each occurs.
const isOfPeople = ({ ids, accounts, numbered }: Keys): SQL | undefined =>
  or(
    among(payment.fanId, listed(ids, 'uuid')),
    isEither(
      among(payment.shareAccountId, listed(accounts, 'int')),
      among(payment.influencerId, listed(ids, 'uuid')),
    ),
    isOneOf(payment.id, numbered, 'uuid'),
  );

const isByText = (text: string, numbered: string[]): SQL | undefined =>
  or(
    containsText(text, fan.fullName, fan.email, influencer.fullName, influencer.email),
    containsText(text, share.payeeName, share.payeeEmail),
    isOneOf(payment.id, numbered, 'uuid'),
  );

/** The payments by each fan, for each influencer, and by number. */
function partsOf({ ids, accounts, numbered }: Keys): Part[] {
  const [people, shares, numbers] = [
    listed(ids, 'uuid'),
    listed(accounts, 'int'),
    listed(numbered, 'uuid'),
  ];
  const chosen = sql`chosen.id`;
  const isOfOtherFan = sql`not ${among(payment.fanId, people)}`;
  // Failed payments have the influencer, not the account.
  const isForOther = isEither(
    sql`not ${among(payment.shareAccountId, shares)}`,
    sql`not ${among(payment.influencerId, people)}`,
  );
  return [
    { each: sql`${people} chosen (id)`, where: eq(payment.fanId, chosen) },
    {
      each: sql`${shares} chosen (id)`,
      where: sql`${payment.shareAccountId} = ${chosen} and ${isOfOtherFan}`,
    },
    {
      each: sql`${people} chosen (id)`,
      where: sql`${payment.influencerId} = ${chosen} and ${isOfOtherFan}`,
    },
    {
      each: sql`${numbers} chosen (id)`,
      where: sql`${payment.id} = ${chosen} and ${isOfOtherFan} and ${isForOther}`,
    },
  ];
}
