import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import {
  documentNumber,
  lockSeries,
  saveSeries,
} from '#src/features/money/invoices/server/number-documents.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { findTaxDetailsAt } from '#src/features/money/payees/server/tax-details.ts';
import { identityOf } from '#src/features/money/payees/tax-details.rules.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PayoutDocumentContent } from '../../payout-documents.schema.ts';
import { payoutDocuments } from '../payout-documents.table.ts';
import { payouts, payoutTransitions } from '../payouts.table.ts';
import { lacksDocument } from './payout-document-state.ts';

type Dependencies = { db: Db; config: Pick<Config, 'agency' | 'tax' | 'secrets'> };
type Payout = typeof payouts.$inferSelect;

const BATCH = 200;

/**
 * Issues a self-billed statement for each payout that has left, and a credit note for each that came
 * back after it had one. Repeating it issues nothing twice.
 * @returns the number of documents
 */
export async function issuePayoutDocuments(dependencies: Dependencies, now: Date): Promise<number> {
  let total = 0;
  let ids: string[];
  do {
    ids = await listDuePayouts(dependencies.db, now);
    for (const id of ids) total += await issueDocument(dependencies, id, now);
  } while (ids.length === BATCH);
  return total;
}

const isDue = (now: Date) => lacksDocument(sql`${now}::timestamptz`);

async function listDuePayouts(db: Db, now: Date): Promise<string[]> {
  const found = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(isDue(now))
    .orderBy(asc(payouts.periodStart), asc(payouts.id))
    .limit(BATCH);
  return found.map(({ id }) => id);
}

function issueDocument({ db, config }: Dependencies, id: string, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: payouts.id })
      .from(payouts)
      .where(eq(payouts.id, id))
      .for('no key update');
    // A statement of its own, which sees what another run has issued before the lock.
    const [payout] = await tx
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), isDue(now)));
    if (!payout) return 0;
    const { statementPrefix, taxId } = config.tax;
    const { shareAccountId } = payout;
    const prefix = `${statementPrefix}-${shareAccountId}`;
    const series = { prefix, year: now.getUTCFullYear(), taxId, shareAccountId };
    const sequence = (await lockSeries(tx, series)) + 1;
    const number = documentNumber(series, sequence);
    const { year } = series;
    const numbered = { prefix, year, sequence, number, issuedAt: now, payoutId: id };
    const document =
      payout.status === 'sent' || payout.status === 'paid'
        ? await createStatement(tx, config, payout)
        : await createCreditNote(tx, payout);
    await tx.insert(payoutDocuments).values({ ...numbered, ...document });
    await saveSeries(tx, series, sequence);
    return 1;
  });
}

type Document = Pick<
  typeof payoutDocuments.$inferInsert,
  'kind' | 'netCents' | 'corrects' | 'content'
>;

async function createStatement(
  tx: Db,
  config: Dependencies['config'],
  payout: Payout,
): Promise<Document> {
  const { agency, tax } = config;
  const leftAt = payout.sentAt ?? payout.paidAt;
  const details = leftAt && (await findTaxDetailsAt({ db: tx, config }, payout, leftAt));
  const content: PayoutDocumentContent = {
    agency: {
      name: agency.name ?? 'Velvet Rope',
      legalForm: agency.legalForm ?? null,
      address: agency.address ?? null,
      country: tax.country,
      taxId: tax.taxId,
    },
    payee: {
      name: payout.payeeName,
      email: payout.payeeEmail,
      tax: details && identityOf(details),
      account: await findAccount(tx, payout, leftAt),
    },
    corrects: null,
  };
  return { kind: 'statement', netCents: payout.netPayoutCents, content };
}

/** The details that were confirmed when the payout left, also if others have replaced them since. */
async function findAccount(
  tx: Db,
  { influencerId }: Payout,
  leftAt: Date | null,
): Promise<PayoutDocumentContent['payee']['account']> {
  if (!influencerId || !leftAt) return null;
  const [account] = await tx
    .select({
      kind: bankDetails.kind,
      lastFour: bankDetails.lastFour,
      holderName: bankDetails.holderName,
      country: bankDetails.country,
    })
    .from(bankDetails)
    .where(
      and(
        eq(bankDetails.influencerId, influencerId),
        inArray(bankDetails.status, ['confirmed', 'replaced']),
        lte(bankDetails.decidedAt, leftAt),
      ),
    )
    .orderBy(desc(bankDetails.decidedAt))
    .limit(1);
  return account ?? null;
}

async function createCreditNote(tx: Db, { id, netPayoutCents }: Payout): Promise<Document> {
  const [statement] = await tx
    .select()
    .from(payoutDocuments)
    .where(and(eq(payoutDocuments.payoutId, id), eq(payoutDocuments.kind, 'statement')))
    .orderBy(desc(payoutDocuments.year), desc(payoutDocuments.sequence))
    .limit(1);
  const [transition] = await tx
    .select({ reason: payoutTransitions.reason })
    .from(payoutTransitions)
    .where(
      and(
        eq(payoutTransitions.payoutId, id),
        inArray(payoutTransitions.toStatus, ['returned', 'voided']),
      ),
    )
    .orderBy(desc(payoutTransitions.sequence))
    .limit(1);
  const { id: corrects, number, issuedAt, content } = statement!;
  return {
    kind: 'credit_note',
    netCents: -netPayoutCents,
    corrects,
    content: {
      ...content,
      corrects: { number, issuedAt: issuedAt.toISOString(), reason: transition?.reason ?? null },
    },
  };
}
