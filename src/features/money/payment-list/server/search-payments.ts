import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { findPeople } from '#src/features/money/subscribers/server/search-people.ts';
import { COUNT_LIMIT } from '#src/lib/listing.ts';
import { receiptNumberRange } from '#src/lib/receipt-number.ts';
import { containsText, selectRows, type RowOf } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  fan,
  influencer,
  isEither,
  isListed,
  payment,
  PAYMENT_ROW,
  paymentInScope,
  PAYMENTS_WITH_PEOPLE,
  share,
} from './payments-source.ts';

const isOneOf = (column: SQL, ids: (string | number)[], type: 'uuid' | 'int') =>
  sql`${column} = any(${sql.param(ids)}::${sql.raw(type)}[])`;

const reversed = alias(ledgerTransactions, 'reversed');

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
  return found.map((row) => row.id);
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
type Found = {
  isMatch: SQL;
  /** Counts the payments that match and fulfil other conditions, up to the limit of lists. */
  count: (others: Conditions) => Promise<number>;
};

/**
 * Finds the payments whose number, fan or influencer matches. People are looked up first, so that an index
 * finds their payments. With very many people, the newest payments are compared one by one: the first page
 * is found soon.
 */
export async function searchPayments(pool: Pool, text: string): Promise<Found> {
  const [{ ids, areAll }, numbered] = await Promise.all([
    findPeople(pool, text),
    findPaymentsByNumber(pool, text),
  ]);
  const keys = { ids, numbered, accounts: await findAccounts(pool, ids, text) };
  const isByKey = or(isByPeople(keys), isOneOf(payment.id, numbered, 'uuid'))!;
  if (areAll) return { isMatch: isByKey, count: (others) => countByKeys(pool, keys, others) };
  const isByText = or(
    containsText(text, fan.fullName, fan.email, influencer.fullName, influencer.email),
    containsText(text, share.payeeName, share.payeeEmail),
    isOneOf(payment.id, numbered, 'uuid'),
  )!;
  return {
    isMatch: isByText,
    count: async (others) => {
      const counted = await countByKeys(pool, keys, others);
      if (counted > COUNT_LIMIT) return counted;
      return countUpToLimit(pool, PAYMENTS_WITH_PEOPLE, [...others, isByText]);
    },
  };
}

type Keys = { ids: string[]; accounts: number[]; numbered: string[] };

const isByPeople = ({ ids, accounts }: Keys): SQL => {
  const isByFan = isOneOf(payment.fanId, ids, 'uuid');
  return isEither(
    sql`(${isByFan} or ${isOneOf(payment.shareAccountId, accounts, 'int')})`,
    sql`(${isByFan} or ${isOneOf(payment.influencerId, ids, 'uuid')})`,
  );
};

// Each person's payments come from an index until there are enough. A single condition with all people
// would read a part of all payments that grows with them.
async function countByKeys(pool: Pool, keys: Keys, others: Conditions): Promise<number> {
  const { ids, accounts, numbered } = keys;
  const limit = sql.raw(String(COUNT_LIMIT + 1));
  const isOfOtherFan = sql`not ${isOneOf(payment.fanId, ids, 'uuid')}`;
  const found = (...conditions: SQL[]) => sql`
    select from ${PAYMENTS_WITH_PEOPLE} where ${and(sql`true`, ...others, ...conditions)} limit ${limit}`;
  const ofEach = (list: (string | number)[], type: 'uuid' | 'int', conditions: SQL[]) => sql`
    select from unnest(${sql.param(list)}::${sql.raw(type)}[]) chosen (id)
    cross join lateral (${found(...conditions)}) found`;
  const chosen = sql`chosen.id`;
  const parts = [
    ofEach(ids, 'uuid', [eq(payment.fanId, chosen)]),
    ofEach(accounts, 'int', [eq(payment.shareAccountId, chosen), isOfOtherFan]),
    // Failed payments have the influencer, not the account.
    ofEach(ids, 'uuid', [eq(payment.influencerId, chosen), isOfOtherFan]),
    sql`(${found(isOneOf(payment.id, numbered, 'uuid'), sql`not ${isByPeople(keys)}`)})`,
  ];
  const [counted] = await selectRows(
    pool,
    { total: sql<number>`count(*)::int` },
    (columns) => sql`
      select ${columns} from (select from (${sql.join(parts, sql` union all `)}) every limit ${limit}) found`,
  );
  return counted!.total;
}
