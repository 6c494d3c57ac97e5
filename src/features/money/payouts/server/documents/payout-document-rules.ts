import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { documentSeries } from '#src/features/money/invoices/server/invoices.table.ts';
import type { LedgerRule } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { payoutDocuments } from '../payout-documents.table.ts';
import { payouts, payoutTransitions } from '../payouts.table.ts';
import { lacksDocument, statementNumber } from './payout-document-state.ts';

const document = alias(payoutDocuments, 'document');
const corrected = alias(payoutDocuments, 'corrected');
const recent = alias(payoutTransitions, 'recent');
const recorded = alias(ledgerTransactions, 'recorded');
const series = alias(documentSeries, 'series');

/** The rules of the numbered documents of payouts. */
export const PAYOUT_DOCUMENT_RULES: readonly LedgerRule[] = [
  {
    rule: 'each payout that is with the bank or paid has one valid statement within two days, and no other has one',
    subjectKind: 'payout',
    // The job of each minute catches up with everything.
    query: sql`
      select ${payouts.id}::text as subject,
        case when ${payouts.status} in ('sent', 'paid') then 'a statement' else 'no valid statement' end as expected,
        coalesce(${statementNumber}, 'no statement') as found
      from ${payouts}
      where (${lacksDocument(sql`now()`)}) and not exists (
        select from ${payoutTransitions} ${recent}
        left join ${ledgerTransactions} ${recorded} on ${recorded.id} = ${recent.transactionId}
        where ${recent.payoutId} = ${payouts.id}
          and greatest(${recent.at}, ${recorded.recordedAt}) > now() - interval '2 days')`,
  },
  {
    rule: 'a document of a payout has the amount of its payout',
    subjectKind: 'payout',
    query: sql`
      select ${payouts.id}::text as subject,
        ${payouts.netPayoutCents} || ' cents' as expected, ${document.netCents} || ' cents' as found
      from ${payoutDocuments} ${document}
      join ${payouts} on ${payouts.id} = ${document.payoutId}
      left join ${payoutDocuments} ${corrected} on ${corrected.id} = ${document.corrects}
      where abs(${document.netCents}) <> ${payouts.netPayoutCents}
        or ${corrected.payoutId} <> ${document.payoutId} or ${corrected.kind} <> 'statement'`,
  },
  {
    rule: 'the numbers of the statements of a payee have no gaps',
    subjectKind: 'total',
    query: sql`
      select ${series.prefix} || '-' || ${series.year} as subject,
        'numbers 1 to ' || ${series.lastSequence} as expected,
        numbers.count || ' documents up to ' || numbers.last as found
      from ${documentSeries} ${series} cross join lateral (
        select count(*) as count, coalesce(max(${document.sequence}), 0) as last
        from ${payoutDocuments} ${document}
        where ${document.prefix} = ${series.prefix} and ${document.year} = ${series.year}) numbers
      where ${series.shareAccountId} is not null
        and (numbers.count <> ${series.lastSequence} or numbers.last <> ${series.lastSequence})`,
  },
];
