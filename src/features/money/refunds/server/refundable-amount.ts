import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refunds } from './refunds.table.ts';

const reversal = alias(ledgerTransactions, 'reversal');
const won = alias(ledgerTransactions, 'won');
const pending = alias(refunds, 'pending');

/** The cash of the refunds and disputes of a charge, negative unless the disputes were won. */
export function reversedAmount(chargeId: SQLWrapper): SQL<number> {
  return sql`(
  (select coalesce(sum(${cashAmount(reversal.id)}), 0) from ${ledgerTransactions} ${reversal}
      where ${reversal.reverses} = ${chargeId})
  + (select coalesce(sum(${cashAmount(won.id)}), 0) from ${ledgerTransactions} ${reversal}
      join ${ledgerTransactions} ${won} on ${won.reverses} = ${reversal.id}
      where ${reversal.reverses} = ${chargeId}))`;
}

/** What can still be refunded of a charge: without refunds, disputes and pending refunds. */
export function refundableAmount(chargeId: SQLWrapper): SQL<number> {
  return sql`(
  ${cashAmount(chargeId)} + ${reversedAmount(chargeId)}
  - (select coalesce(sum(${pending.amountCents}), 0) from ${refunds} ${pending}
      where ${pending.chargeId} = ${chargeId} and ${pending.transactionId} is null))`;
}
