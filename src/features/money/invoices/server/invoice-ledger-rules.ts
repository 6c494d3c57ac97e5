import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { utcText, type LedgerRule } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { documentSeries, invoices } from './invoices.table.ts';

const transaction = alias(ledgerTransactions, 'transaction');
const document = alias(invoices, 'document');
const invoice = alias(invoices, 'invoice');
const series = alias(documentSeries, 'series');

const paymentKinds = sql.raw(PAYMENT_KINDS.map((kind) => `'${kind}'`).join(', '));
// The nightly job catches up with everything.
const isDue = sql`${transaction.recordedAt} < now() - interval '2 days'`;

/** The rules of invoices and credit notes. */
export const INVOICE_LEDGER_RULES: readonly LedgerRule[] = [
  {
    rule: 'each payment and each change of one has a document of its amount within two days',
    subjectKind: 'transaction',
    query: sql`
      select ${transaction.id}::text as subject,
        case when ${transaction.kind} in (${paymentKinds})
          then 'a document of ' || ${cashAmount(transaction.id)} || ' cents' else 'no document' end as expected,
        coalesce('a document of ' || ${document.grossCents} || ' cents of ' || ${utcText(document.occurredAt)},
          'no document') as found
      from ${ledgerTransactions} ${transaction}
      left join ${invoices} ${document} on ${document.transactionId} = ${transaction.id}
      where case when ${document.id} is null then ${transaction.kind} in (${paymentKinds}) and ${isDue}
        else ${transaction.kind} not in (${paymentKinds})
          or ${document.grossCents} <> ${cashAmount(transaction.id)}
          or ${document.occurredAt} <> ${transaction.occurredAt}
          or ${document.subscriberId} <> ${transaction.subscriberId} end`,
  },
  {
    rule: 'the numbers of documents have no gaps',
    subjectKind: 'total',
    query: sql`
      select ${series.prefix} || '-' || ${series.year} as subject,
        'numbers 1 to ' || ${series.lastSequence} as expected,
        numbers.count || ' documents up to ' || numbers.last as found
      from ${documentSeries} ${series} cross join lateral (
        select count(*) as count, coalesce(max(${document.sequence}), 0) as last
        from ${invoices} ${document}
        where ${document.prefix} = ${series.prefix} and ${document.year} = ${series.year}) numbers
      where ${series.shareAccountId} is null
        and (numbers.count <> ${series.lastSequence} or numbers.last <> ${series.lastSequence})`,
  },
  {
    rule: 'no more tax is credited than was invoiced, and all of it with the whole payment',
    subjectKind: 'transaction',
    query: sql`
      select ${invoice.transactionId}::text as subject,
        'tax of ' || ${invoice.taxCents} || ' cents or less credited' as expected,
        changed.tax || ' cents of tax left in ' || changed.gross || ' cents' as found
      from ${invoices} ${invoice} cross join lateral (
        select sum(${document.grossCents}) as gross, sum(${document.taxCents}) as tax
        from ${invoices} ${document} where ${document.chargeId} = ${invoice.chargeId}) changed
      where ${invoice.transactionId} = ${invoice.chargeId}
        and (changed.tax < 0 or (changed.gross <= 0 and changed.tax <> 0))`,
  },
];
