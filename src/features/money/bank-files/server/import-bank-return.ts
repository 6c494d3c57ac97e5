import { eq, TransactionRollbackError } from 'drizzle-orm';
import { payoutNumber } from '#src/features/money/payouts/payouts.rules.ts';
import {
  markPayoutPaid,
  markPayoutReturned,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { paymentNumberOf } from '../bank-files.rules.ts';
import type { BankReturnResult, ReturnLine, ReturnResult } from '../bank-files.schema.ts';
import type { BankEntries, BankEntry } from './bank-entry.ts';
import { bankPayments } from './bank-files.table.ts';
import { readBankCsv } from './read-bank-csv.ts';
import { readCamt } from './read-camt.ts';
import { requireUnlimited } from './select-payments.ts';

type Dependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };
type Outcome = Pick<ReturnLine, 'result' | 'payout' | 'detail'>;

/**
 * Imports what the bank reports about payments: marks payouts as paid, or as returned with the bank's
 * reason. What does not match is listed and changes nothing, as do lines that were imported
 * before. One transaction: a failure takes everything back. A dry run does the same and takes it back.
 * @throws DomainError 'forbidden', 'confirmation-required', or 'invalid-file'
 */
export async function importBankReturn(
  { db, jobs }: Dependencies,
  actor: Actor,
  { content, isDryRun }: { content: string; isDryRun: boolean },
): Promise<BankReturnResult> {
  requireUnlimited(actor);
  if (!isDryRun) requireConfirmation(actor);
  const { entries, others } = readFile(content);
  const lines: ReturnLine[] = [];
  const run = db.transaction(async (tx) => {
    for (const entry of entries) {
      const { number, endToEndId, amountCents, valueDate } = entry;
      const outcome = await apply({ db: tx, jobs }, actor, entry);
      lines.push({ number, endToEndId, amountCents, valueDate, ...outcome });
    }
    if (isDryRun) tx.rollback();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return { lines, others };
}

function readFile(content: string): BankEntries {
  const text = content.replace(/^\uFEFF/, '').trimStart();
  return text.startsWith('<') ? readCamt(text) : readBankCsv(text);
}

async function findPayment(tx: Db, endToEndId: string) {
  const number = paymentNumberOf(endToEndId);
  if (number === null) return null;
  const [found] = await tx
    .select({ payment: bankPayments, payout: payouts })
    .from(bankPayments)
    .innerJoin(payouts, eq(payouts.id, bankPayments.payoutId))
    .where(eq(bankPayments.number, number))
    .for('no key update');
  return found ?? null;
}

type Found = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

async function apply(services: Dependencies, actor: Actor, entry: BankEntry): Promise<Outcome> {
  const found = await findPayment(services.db, entry.endToEndId);
  if (!found) return { result: 'unknown', payout: null, detail: 'No payout has this reference' };
  const payout = `${found.payout.payeeName}, ${payoutNumber(found.payout)}`;
  const outcomeOf = (result: ReturnResult, detail: string | null = entry.reason): Outcome => ({
    result,
    payout,
    detail,
  });
  const { amountCents, outcome } = found.payment;
  if (entry.currency !== CURRENCY || entry.amountCents !== amountCents) {
    return outcomeOf('problem', `The payout is ${formatCents(amountCents)}`);
  }
  const isReturnedByHand = outcome === 'returned' && found.payment.valueDate === null;
  if (isReturnedByHand && entry.outcome === 'paid') {
    return outcomeOf('problem', 'It was marked as returned, and sent again');
  }
  // A return is final: the payment that it returned may be in the same file.
  const isKnown = outcome === entry.outcome || outcome === 'returned';
  if (isKnown && !isReturnedByHand) return outcomeOf('known');
  try {
    // A savepoint, so that a refused line changes nothing.
    await services.db.transaction((tx) => settle({ ...services, db: tx }, actor, found, entry));
    return outcomeOf(entry.outcome);
  } catch (error) {
    if (error instanceof DomainError) return outcomeOf('problem', error.message);
    throw error;
  }
}

async function settle(
  services: Dependencies,
  actor: Actor,
  { payment, payout }: Found,
  { outcome, valueDate, reference, reason }: BankEntry,
): Promise<void> {
  await services.db
    .update(bankPayments)
    .set({ outcome, valueDate, bankReference: reference, reason })
    .where(eq(bankPayments.id, payment.id));
  if (outcome === 'paid' && payout.status !== 'paid') {
    await markPayoutPaid(services, actor, { id: payout.id, notes: null, valueDate, reference });
  }
  // People may have marked the return before the bank reported it.
  const isReturned = payment.outcome === 'returned' || payout.status === 'returned';
  if (outcome === 'returned' && !isReturned) {
    await markPayoutReturned(services, actor, payout.id, {
      reason: reason ?? 'Returned by the bank',
    });
  }
}
