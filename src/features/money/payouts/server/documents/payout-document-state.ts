import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import { payoutDocuments } from '../payout-documents.table.ts';
import { payouts } from '../payouts.table.ts';

const statement = alias(payoutDocuments, 'statement');
const correction = alias(payoutDocuments, 'correction');

const validStatement = (payoutId: SQLWrapper): SQL => sql`
  from ${payoutDocuments} ${statement}
  where ${statement.payoutId} = ${payoutId} and ${statement.kind} = 'statement' and not exists (
    select from ${payoutDocuments} ${correction} where ${correction.corrects} = ${statement.id})`;

/** The number of a payout's statement that no credit note corrects; null without one. */
export const statementNumber = sql<string | null>`(
  select ${statement.number} ${validStatement(payouts.id)})`;

/** Whether a payout has any document, also a corrected one. */
export const hasDocument = sql<boolean>`exists (
  select from ${payoutDocuments} where ${payoutDocuments.payoutId} = ${payouts.id})`;

const hasStatement = sql<boolean>`exists (select ${validStatement(payouts.id)})`;

// For long enough that nobody can undo it at that time.
const hasLeft = (at: SQLWrapper): SQL =>
  sql`least(${payouts.sentAt}, ${payouts.paidAt}) <= ${at} - make_interval(secs => ${sql.raw(String(UNDO_SECONDS))})`;

/** Whether a payout that has left lacks its statement, or one that came back its credit note. */
export function lacksDocument(at: SQLWrapper): SQL {
  return sql`case when ${payouts.status} in ('sent', 'paid') then ${hasLeft(at)} and not ${hasStatement}
    else ${hasStatement} end`;
}
