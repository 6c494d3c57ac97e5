import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { payoutNumber } from '#src/features/money/payouts/payouts.rules.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsText } from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { endToEndIdOf } from '../bank-files.rules.ts';
import type {
  bankFileDetailSchema,
  BankFileQuery,
  bankFileSchema,
  PaymentOutcome,
} from '../bank-files.schema.ts';
import { bankFiles, bankPayments } from './bank-files.table.ts';
import { requireUnlimited } from './select-payments.ts';

type BankFile = z.input<typeof bankFileSchema>;

/** What the bank reported; people may have marked the return of an open payment before it did. */
const OUTCOME = sql<PaymentOutcome | null>`
  case when ${payouts.status} = 'returned' then 'returned' else ${bankPayments.outcome} end`;

const countOf = (outcome: PaymentOutcome) => sql<number>`(
  select count(*)::int from ${bankPayments} join ${payouts} on ${payouts.id} = ${bankPayments.payoutId}
  where ${bankPayments.bankFileId} = ${bankFiles.id} and ${OUTCOME} = ${sql.raw(`'${outcome}'`)})`;

const COLUMNS = {
  id: bankFiles.id,
  name: bankFiles.fileName,
  format: bankFiles.format,
  payments: bankFiles.payments,
  totalCents: bankFiles.totalCents,
  paid: countOf('paid'),
  returned: countOf('returned'),
  createdAt: bankFiles.createdAt,
  createdBy: nameOrEmail<string | null>(users),
};

const LISTING = {
  columns: COLUMNS,
  from: sql`${bankFiles} left join ${users} on ${users.id} = ${bankFiles.createdBy}`,
  id: bankFiles.id,
  sorts: { newest: { by: bankFiles.createdAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

/** The files that were made for the bank. @throws DomainError 'forbidden' */
export async function listBankFiles(
  pool: Pool,
  actor: Actor,
  { format, search, ...query }: BankFileQuery,
): Promise<ListPage<BankFile>> {
  requireUnlimited(actor);
  const where = [containsText(search, bankFiles.fileName), format && eq(bankFiles.format, format)];
  return listPage(pool, LISTING, { ...query, where });
}

/** A file with its payments. @throws DomainError 'forbidden' or 'not-found' */
export async function getBankFile(
  db: Db,
  actor: Actor,
  id: string,
): Promise<z.input<typeof bankFileDetailSchema>> {
  requireUnlimited(actor);
  const [file] = await db
    .select(COLUMNS)
    .from(bankFiles)
    .leftJoin(users, eq(users.id, bankFiles.createdBy))
    .where(eq(bankFiles.id, id));
  if (!file) throw new DomainError('not-found', 'File not found');
  const rows = await db
    .select({ payment: bankPayments, payout: payouts, outcome: OUTCOME })
    .from(bankPayments)
    .innerJoin(payouts, eq(payouts.id, bankPayments.payoutId))
    .where(eq(bankPayments.bankFileId, id))
    .orderBy(bankPayments.number);
  return {
    ...file,
    lines: rows.map(({ payment, payout, outcome }) => ({
      id: payment.id,
      payoutId: payout.id,
      payeeName: payout.payeeName,
      payoutNumber: payoutNumber(payout),
      endToEndId: endToEndIdOf(payment.number!),
      amountCents: payment.amountCents,
      outcome,
      valueDate: payment.valueDate,
      bankReference: payment.bankReference,
      reason: payment.reason,
    })),
  };
}
