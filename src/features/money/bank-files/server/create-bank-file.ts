import { eq, sql, TransactionRollbackError } from 'drizzle-orm';
import { payoutNumber } from '#src/features/money/payouts/payouts.rules.ts';
import { markPayoutsSent } from '#src/features/money/payouts/server/payout-states.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { endToEndIdOf } from '../bank-files.rules.ts';
import type { BankFileDraft, FileFormat, LeftOut, NewBankFile } from '../bank-files.schema.ts';
import { BANK_FILES, bankFiles, bankPayments } from './bank-files.table.ts';
import { totalOf, type BankPayment } from './bank-payment.ts';
import {
  requireAccount,
  requireUnlimited,
  selectPayments,
  type BankServices,
  type Payable,
} from './select-payments.ts';
import { writeAchFile } from './write-ach.ts';
import { writeBankCsv } from './write-bank-csv.ts';
import { writeCreditTransfers } from './write-credit-transfers.ts';

type Author = Pick<Actor, 'userId' | 'isLimited'>;
type Selection = Omit<NewBankFile, 'id'>;

const EXTENSIONS: Record<FileFormat, string> = { 'pain.001': 'xml', nacha: 'ach', csv: 'csv' };
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * What a file of selected payouts would contain.
 * @throws DomainError 'forbidden', 'not-found' or 'not-allowed-in-state'
 */
export async function draftBankFile(
  services: BankServices,
  actor: Author,
  selection: Selection,
): Promise<BankFileDraft> {
  requireUnlimited(actor);
  requireAccount(services.config, selection.format);
  let draft: BankFileDraft | undefined;
  const run = services.db.transaction(async (tx) => {
    const { payable, leftOut } = await sendPayouts({ ...services, db: tx }, actor, selection);
    draft = { payments: payable.length, totalCents: sumOf(payable), leftOut };
    tx.rollback();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return draft!;
}

/**
 * Makes a file that pays the selected payouts, and marks them as sent, except those that are left out
 * with a reason. Repeating the request with the same id makes no second file. The file is stored, so
 * that every download has the same bytes.
 * @throws DomainError 'forbidden', 'not-found', or 'not-allowed-in-state' if nothing can be paid
 */
export async function createBankFile(
  services: BankServices,
  actor: Author,
  { id, ...selection }: NewBankFile,
): Promise<BankFileDraft> {
  requireUnlimited(actor);
  requireAccount(services.config, selection.format);
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank-files', 0))`);
    const [existing] = await tx.select().from(bankFiles).where(eq(bankFiles.id, id));
    if (existing) {
      return { payments: existing.payments, totalCents: existing.totalCents, leftOut: [] };
    }
    const sent = await sendPayouts({ ...services, db: tx }, actor, selection);
    const { payable, leftOut } = sent;
    if (payable.length === 0) {
      throw new DomainError('not-allowed-in-state', 'None of these payouts can be paid now');
    }
    await insertFile({ ...services, db: tx }, actor, { id, ...sent });
    return { payments: payable.length, totalCents: sumOf(payable), leftOut };
  });
}

const sumOf = (payable: Payable[]): number =>
  totalOf(payable.map(({ payout }) => ({ amountCents: payout.netPayoutCents })));

type FileFacts = { format: FileFormat; number: number; fileName: string; createdAt: Date };
type Sent = FileFacts & { payable: Payable[]; leftOut: LeftOut[] };

/** Marks those of the selected payouts that the next file can pay as sent with it. */
async function sendPayouts(
  services: BankServices,
  actor: Author,
  selection: Selection,
): Promise<Sent> {
  const { db: tx } = services;
  const { format } = selection;
  const { payable, leftOut } = await selectPayments(services, actor, selection);
  const createdAt = await readDatabaseTime(tx);
  const [next] = await tx
    .select({ number: sql<number>`coalesce(max(${bankFiles.number}), 0) + 1` })
    .from(bankFiles);
  const { number } = next!;
  const fileName = `payouts-${formatUtcDay(createdAt)}-${number}.${EXTENSIONS[format]}`;
  const ids = payable.map(({ payout }) => payout.id);
  await markPayoutsSent({ db: tx }, actor, ids, { batchReference: fileName });
  return { format, number, fileName, createdAt, payable, leftOut };
}

async function insertFile(
  { db: tx, config }: BankServices,
  { userId: createdBy }: Author,
  { id, payable, format, number, fileName, createdAt }: Sent & { id: string },
): Promise<void> {
  const totals = { payments: payable.length, totalCents: sumOf(payable) };
  await tx
    .insert(bankFiles)
    .values({ id, format, number, fileName, ...totals, sealed: '', createdBy, createdAt });
  const payments = await insertPayments(tx, id, payable);
  const content = write(config, { format, number, createdAt, payments });
  await tx
    .update(bankFiles)
    .set({ sealed: sealFor(config.secrets, BANK_FILES, id, content) })
    .where(eq(bankFiles.id, id));
}

async function insertPayments(
  tx: Db,
  bankFileId: string,
  payable: Payable[],
): Promise<BankPayment[]> {
  const rows = await tx
    .insert(bankPayments)
    .values(
      payable.map(({ payout, detailsId }) => ({
        bankFileId,
        payoutId: payout.id,
        bankDetailsId: detailsId,
        amountCents: payout.netPayoutCents,
      })),
    )
    .returning({ payoutId: bankPayments.payoutId, number: bankPayments.number });
  const numbers = new Map(rows.map(({ payoutId, number }) => [payoutId, number]));
  return payable.map(({ payout, details }) => ({
    endToEndId: endToEndIdOf(numbers.get(payout.id)!),
    amountCents: payout.netPayoutCents,
    reference: payoutNumber(payout),
    details,
  }));
}

type Content = { format: FileFormat; number: number; createdAt: Date; payments: BankPayment[] };

function write(
  { bank }: BankServices['config'],
  { format, number, createdAt, payments }: Content,
): string {
  if (format === 'csv') return writeBankCsv(payments);
  if (format === 'nacha') {
    const modifier = MODIFIERS[number % MODIFIERS.length]!;
    return writeAchFile({ createdAt, modifier, originator: bank.ach!, payments });
  }
  const messageId = `VR-${formatUtcDay(createdAt)}-${number}`;
  return writeCreditTransfers({ messageId, createdAt, debtor: bank.transfer!, payments });
}

/** A stored file, byte for byte. @throws DomainError 'forbidden' or 'not-found' */
export async function downloadBankFile(
  { db, config }: BankServices,
  actor: Actor,
  id: string,
): Promise<Download> {
  requireUnlimited(actor);
  const [file] = await db.select().from(bankFiles).where(eq(bankFiles.id, id));
  if (!file) throw new DomainError('not-found', 'File not found');
  const content = openOf(config.secrets, BANK_FILES, id, file.sealed);
  async function* chunks() {
    yield new TextEncoder().encode(content);
  }
  return new Download(file.fileName, 'application/octet-stream', chunks());
}
