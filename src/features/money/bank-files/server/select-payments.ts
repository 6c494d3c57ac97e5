import { asc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { heldUntil } from '#src/features/money/payees/payees.rules.ts';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import { openBankDetails, readPayees } from '#src/features/money/payees/server/bank-details.ts';
import { findRefusal } from '#src/features/money/payouts/server/changes/payout-refusals.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { FileFormat, LeftOut } from '../bank-files.schema.ts';
import { bankFiles, bankPayments, IS_OPEN } from './bank-files.table.ts';

type Payout = typeof payouts.$inferSelect;
type Candidate = { payout: Payout; isSuspended: boolean | null; fileName: string | null };
type Payee = NonNullable<ReturnType<Awaited<ReturnType<typeof readPayees>>['get']>>;

/** A payout that a file pays, and to which version of the bank details. */
export type Payable = { payout: Payout; details: BankDetails; detailsId: string };

export type BankServices = {
  db: Db;
  config: Pick<Config, 'bank' | 'secrets'>;
};

/** The settings without which a format cannot be written. */
const REQUIREMENTS = {
  'pain.001': { account: 'transfer', settings: 'BANK_HOLDER, BANK_IBAN and BANK_BIC' },
  nacha: { account: 'ach', settings: 'ACH_ROUTING_NUMBER and the other ACH settings' },
} as const;

/** @throws DomainError 'forbidden' for staff who are limited to influencers: files concern all of them */
export function requireUnlimited({ isLimited }: Pick<Actor, 'isLimited'>): void {
  if (!isLimited) return;
  const message = 'Staff who are limited to influencers cannot work with files of the bank.';
  throw new DomainError('forbidden', message);
}

/** @throws DomainError 'not-allowed-in-state' if the agency's account for a format is not configured */
export function requireAccount({ bank }: BankServices['config'], format: FileFormat): void {
  if (format === 'csv') return;
  const { account, settings } = REQUIREMENTS[format];
  if (bank[account]) return;
  throw new DomainError('not-allowed-in-state', `Set ${settings} to make files of this format.`);
}

/**
 * Divides selected payouts into those that a file of this format can pay now, and the others with the
 * reason. Inside a transaction that makes the file, the payouts stay locked.
 * @throws DomainError 'not-found' if one does not exist
 */
export async function selectPayments(
  { db, config }: BankServices,
  { userId }: Pick<Actor, 'userId'>,
  { format, ids }: { format: FileFormat; ids: string[] },
): Promise<{ payable: Payable[]; leftOut: LeftOut[] }> {
  const requested = [...new Set(ids)];
  const locked = await db
    .select({ payout: payouts })
    .from(payouts)
    .where(inArray(payouts.id, requested))
    .orderBy(asc(payouts.id))
    .for('no key update');
  if (locked.length < requested.length) throw new DomainError('not-found', 'Payout not found');
  const facts = await readFacts(db, requested);
  const influencers = locked.flatMap(({ payout }) => payout.influencerId ?? []);
  const payees = await readPayees(db, influencers);
  const now = await readDatabaseTime(db);
  const payable: Payable[] = [];
  const leftOut: LeftOut[] = [];
  for (const { payout } of locked) {
    const candidate = { payout, ...facts.get(payout.id)! };
    const payee = payees.get(payout.influencerId ?? '');
    const reason =
      (await refuseState(db, candidate, userId)) ??
      refusePayee(candidate, payee, { format, now, config });
    const details = reason === null ? open(config, payee!) : reason;
    if (typeof details === 'string') {
      leftOut.push(leaveOut(payout, details));
    } else {
      payable.push({ payout, details, detailsId: payee!.confirmed!.id });
    }
  }
  return { payable, leftOut };
}

/** A payout that a file does not pay, with the reason. */
function leaveOut(
  { id: payoutId, payeeName, netPayoutCents: amountCents }: Payout,
  reason: string,
): LeftOut {
  return { payoutId, payeeName, amountCents, reason };
}

async function readFacts(db: Db, ids: string[]) {
  const rows = await db
    .select({
      id: payouts.id,
      isSuspended: sql<boolean | null>`${isSuspendedNow}`,
      fileName: bankFiles.fileName,
    })
    .from(payouts)
    .leftJoin(users, eq(users.id, payouts.influencerId))
    .leftJoin(bankPayments, sql`${bankPayments.payoutId} = ${payouts.id} and ${IS_OPEN}`)
    .leftJoin(bankFiles, eq(bankFiles.id, bankPayments.bankFileId))
    .where(inArray(payouts.id, ids));
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Why the state of a payout leaves it out. */
async function refuseState(
  db: Db,
  { payout, fileName }: Candidate,
  userId: string,
): Promise<string | null> {
  // A trigger closes the payment of a returned payout once it is sent again.
  if (fileName && payout.status !== 'paid' && payout.status !== 'returned')
    return `It is in ${fileName} already`;
  return findRefusal(db, payout, 'send', userId);
}

/** Why a payout cannot be paid to its influencer. */
function refusePayee(
  { payout, isSuspended }: Candidate,
  payee: Payee | undefined,
  { format, now, config }: { format: FileFormat; now: Date; config: BankServices['config'] },
): string | null {
  if (payout.netPayoutCents <= 0) return 'There is nothing to pay';
  if (!payout.influencerId || !payee) return 'The influencer was deleted. Pay by hand.';
  if (isSuspended) return 'The influencer is suspended';
  if (payee.proposed) return 'A change of the bank details waits for confirmation';
  if (!payee.confirmed) return 'There are no bank details';
  const held = heldUntil(payee.confirmed.decidedAt, config.bank.payeeChangeDays, now);
  if (held) return `The bank details are new: held until ${formatUtcDate(held)}`;
  if (format === 'pain.001' && payee.confirmed.kind !== 'iban') return 'It goes to a US account';
  if (format === 'nacha' && payee.confirmed.kind !== 'us') return 'It goes to an IBAN';
  return null;
}

/** @returns the bank details, or why they cannot be used */
function open({ secrets }: BankServices['config'], { confirmed }: Payee): BankDetails | string {
  try {
    return openBankDetails(secrets, confirmed!);
  } catch {
    return 'The bank details cannot be read: their secret is lost';
  }
}
