import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import {
  splitCharge,
  splitReversal,
  totalReversed,
  type Reversed,
  type Split,
} from '../ledger.rules.ts';
import type { LedgerAccount } from '../ledger.schema.ts';
import { insertTransaction } from './insert-transaction.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './ledger.table.ts';

type Stored = typeof ledgerTransactions.$inferSelect;

/** A payment for a period of a subscription. */
export type Charge = {
  provider: string;
  paymentId: string;
  occurredAt: Date;
  amountCents: number;
  influencerId: string;
  /** The account of the influencer's share if known; otherwise it is found or opened. */
  shareAccountId?: number | null;
  subscriptionId: string;
  subscriberId: string;
  periodStart: Date;
  periodEnd: Date;
  /** Null after the influencer's deletion: all of it is owed to the fan. */
  commissionPercent: number | null;
};

/** A refund to the fan, or a dispute by the fan's bank. */
export type Reversal = {
  kind: 'refund' | 'dispute';
  provider: string;
  /** The provider's id of the refund or the dispute. */
  reference: string;
  occurredAt: Date;
  /** As reported by the provider, even if it exceeds what is left of the charge. */
  amountCents: number;
};

/**
 * Records a payment once.
 * @returns the new transaction's id; null if it exists or the amount is 0
 */
export async function recordCharge(tx: Db, charge: Charge): Promise<string | null> {
  const { provider, paymentId, amountCents, influencerId, ...rest } = charge;
  if (amountCents === 0) return null;
  const { commissionPercent } = charge;
  const isUnallocated = commissionPercent === null;
  const split = isUnallocated
    ? { merchantFeeCents: 0, platformCents: 0, influencerCents: amountCents }
    : splitCharge(amountCents, commissionPercent);
  const { subscriptionId, subscriberId, occurredAt } = rest;
  return insertTransaction(
    tx,
    {
      kind: 'charge',
      occurredAt,
      provider,
      providerReference: paymentId,
      shareAccountId: isUnallocated
        ? (await listPlatformAccounts(tx)).get('refunds_due')!
        : (charge.shareAccountId ?? (await openShareAccount(tx, influencerId))),
      subscriptionId,
      subscriberId,
      periodStart: rest.periodStart,
      periodEnd: rest.periodEnd,
      commissionPercent: commissionPercent ?? 0,
    },
    split,
  );
}

/** Records a reversal of a charge once, from every party its part. @returns as recordCharge */
export async function recordReversal(
  tx: Db,
  charge: Stored,
  { kind, provider, reference, occurredAt, amountCents }: Reversal,
): Promise<string | null> {
  const { whole, reversed } = await splitsOf(tx, charge.id);
  if (amountCents === 0) return null;
  const split = splitReversal(whole, reversed, amountCents);
  return insertTransaction(
    tx,
    {
      ...about(charge),
      kind,
      occurredAt,
      provider,
      providerReference: reference,
      reverses: charge.id,
    },
    negative(split),
  );
}

/**
 * Records a won dispute. Each party gets back what the other reversals of the charge leave it, so
 * that the order of refund and dispute makes no difference. @returns as recordCharge
 */
export function recordDisputeWon(
  tx: Db,
  dispute: Stored,
  report: Restoration,
): Promise<string | null> {
  return recordRestoration(tx, dispute, { kind: 'dispute_won', ...report });
}

/** Records a refund that failed, as {@link recordDisputeWon}. */
export function recordFailedRefund(
  tx: Db,
  refund: Stored,
  report: Restoration,
): Promise<string | null> {
  return recordRestoration(tx, refund, { kind: 'refund_failed', ...report });
}

type Restoration = Pick<Reversal, 'provider' | 'reference' | 'occurredAt'>;

async function recordRestoration(
  tx: Db,
  reversal: Stored,
  {
    kind,
    provider,
    reference,
    occurredAt,
  }: Restoration & { kind: 'dispute_won' | 'refund_failed' },
): Promise<string | null> {
  const { whole, reversed } = await splitsOf(tx, reversal.reverses!);
  const returned = negative(await splitOf(tx, [reversal.id]));
  const restored = splitReversal(whole, reversed, -totalReversed(returned));
  return insertTransaction(
    tx,
    {
      ...about(reversal),
      kind,
      occurredAt,
      provider,
      providerReference: reference,
      reverses: reversal.id,
    },
    negative(restored),
  );
}

/**
 * Finds and locks a transaction by the provider's reference, so that changes to one payment are
 * serialized. The lock does not block the payout run, which refers to the row.
 */
export async function lockTransaction(
  tx: Db,
  kind: 'charge' | 'refund' | 'dispute',
  provider: string,
  reference: string,
): Promise<Stored | null> {
  const [found] = await tx
    .select()
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.kind, kind),
        eq(ledgerTransactions.provider, provider),
        eq(ledgerTransactions.providerReference, reference),
      ),
    )
    .for('no key update');
  return found ?? null;
}

/** Finds or opens the account of an influencer's share. @returns its id */
export async function openShareAccount(tx: Db, influencerId: string): Promise<number> {
  const find = () =>
    tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.influencerId, influencerId))
      .prepare('ledger_share_account')
      .execute();
  const [found] = await find();
  if (found) return found.id;
  await tx
    .insert(ledgerAccounts)
    .values({ kind: 'influencer_share', influencerId })
    .onConflictDoNothing();
  const [opened] = await find();
  return opened!.id;
}

const about = ({ shareAccountId, subscriptionId, subscriberId }: Stored) => ({
  shareAccountId,
  subscriptionId,
  subscriberId,
});

// Not -0, which PostgreSQL would refuse as text.
const negative = (split: Reversed): Reversed => ({
  merchantFeeCents: 0 - split.merchantFeeCents,
  platformCents: 0 - split.platformCents,
  influencerCents: 0 - split.influencerCents,
  excessCents: 0 - split.excessCents,
});

/** The ids of the platform's own accounts, by kind. */
export async function listPlatformAccounts(tx: Db): Promise<Map<LedgerAccount, number>> {
  const rows = await tx
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind })
    .from(ledgerAccounts)
    .where(sql`${ledgerAccounts.kind} <> 'influencer_share'`);
  return new Map(rows.map(({ id, kind }) => [kind, id]));
}

async function splitsOf(tx: Db, chargeId: string): Promise<{ whole: Split; reversed: Reversed }> {
  const disputed = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reverses, chargeId));
  const ids = disputed.map(({ id }) => id);
  const won = ids.length
    ? await tx
        .select({ id: ledgerTransactions.id })
        .from(ledgerTransactions)
        .where(inArray(ledgerTransactions.reverses, ids))
    : [];
  const reversed = await splitOf(tx, [...ids, ...won.map(({ id }) => id)]);
  return { whole: await splitOf(tx, [chargeId]), reversed: negative(reversed) };
}

async function splitOf(tx: Db, transactionIds: string[]): Promise<Reversed> {
  if (transactionIds.length === 0) {
    return { merchantFeeCents: 0, platformCents: 0, influencerCents: 0, excessCents: 0 };
  }
  // Credits are negative; amounts owed are positive.
  const owed = (...kinds: LedgerAccount[]) =>
    sql<number>`coalesce(-sum(${ledgerEntries.amountCents}) filter (where ${inArray(ledgerAccounts.kind, kinds)}), 0)::float8`;
  const [split] = await tx
    .select({
      merchantFeeCents: owed('merchant_fees'),
      platformCents: owed('platform_commission'),
      influencerCents: owed('influencer_share', 'refunds_due'),
      excessCents: owed('write_offs'),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(inArray(ledgerEntries.transactionId, transactionIds));
  return split!;
}
