import { eq, sql } from 'drizzle-orm';
import type { LedgerAccount } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { SHARE_EFFECT } from '../corrections.rules.ts';
import { LEDGER_KIND_OF } from '../corrections.schema.ts';
import type { corrections } from './corrections.table.ts';

type Correction = Pick<
  typeof corrections.$inferSelect,
  'kind' | 'shareAccountId' | 'amountCents' | 'reverses'
>;

/** The account that bears a correction, by the ledger's kind. */
const BEARER = {
  adjustment: 'adjustments',
  write_off: 'write_offs',
  provider_fee: 'provider_fees',
  dispute_fee: 'provider_fees',
} as const satisfies Record<string, LedgerAccount>;

/** The share of an account that no payout has reserved, in cents; negative for a debt. */
export async function readBalance(tx: Db, shareAccountId: number): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.amountCents}), 0)::float8` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.accountId, shareAccountId));
  return row!.cents;
}

/** Serializes the corrections of a share; payments to it do not wait. */
export async function lockShare(tx: Db, shareAccountId: number): Promise<void> {
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, shareAccountId))
    .for('no key update');
}

/**
 * Records a correction in the ledger. Call {@link lockShare} before.
 * @returns the transaction's id
 * @throws DomainError 'not-allowed-in-state' for a write-off of more than the debt
 */
export async function recordCorrection(
  tx: Db,
  { kind, shareAccountId, amountCents, reverses }: Correction,
  occurredAt: Date,
): Promise<string> {
  if (kind === 'write_off' && reverses === null) {
    const debt = -(await readBalance(tx, shareAccountId));
    if (debt < amountCents) throw tooMuchToWriteOff(debt);
  }
  const accounts = await listPlatformAccounts(tx);
  const ledgerKind = LEDGER_KIND_OF[kind];
  const [recorded] = await tx
    .insert(ledgerTransactions)
    .values({ kind: ledgerKind, occurredAt, shareAccountId })
    .returning({ id: ledgerTransactions.id });
  const effect = SHARE_EFFECT[kind];
  const borne = effect === 0 ? amountCents : effect * amountCents;
  const entry = { transactionId: recorded!.id, occurredAt };
  await tx.insert(ledgerEntries).values([
    { ...entry, accountId: accounts.get(BEARER[ledgerKind])!, amountCents: borne },
    {
      ...entry,
      accountId: effect === 0 ? accounts.get('cash')! : shareAccountId,
      amountCents: -borne,
    },
  ]);
  return recorded!.id;
}

const tooMuchToWriteOff = (debt: number) =>
  new DomainError(
    'not-allowed-in-state',
    debt > 0
      ? `Only the negative balance of ${formatCents(debt)} can be written off`
      : 'The balance isn’t negative, so there’s nothing to write off',
  );
