import { and, eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { listPlatformAccounts } from '#src/features/money/ledger/server/record-transaction.ts';
import { formatUtcTime } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { isPayable, monthLabel } from '../payouts.rules.ts';
import { payouts } from './payouts.table.ts';

type Payout = typeof payouts.$inferSelect;
type Payer = Pick<Actor, 'userId' | 'isLimited'>;
type Dependencies = { db: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> };
type Payment = { id: string; notes: string | null };

/**
 * Marks a payout as paid; the transfer itself is made elsewhere. Of two concurrent requests the
 * second is rejected with the name and time of the first.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it was paid
 */
export function markPayoutPaid(
  { db, mail, config }: Dependencies,
  actor: Payer,
  { id, notes }: Payment,
  now = new Date(),
): Promise<{ paidAt: Date }> {
  return db.transaction(async (tx) => {
    const payout = await lockPayout(tx, actor, id);
    if (!isPayable(payout)) throw await alreadyPaid(tx, payout);
    const paidTransactionId = await recordPaid(tx, payout, now);
    await tx
      .update(payouts)
      .set({
        status: 'paid',
        paidAt: now,
        paidBy: actor.userId,
        notes: notes || null,
        paidTransactionId,
      })
      .where(eq(payouts.id, id));
    await mailPayee(tx, { mail, config }, payout);
    return { paidAt: now };
  });
}

async function lockPayout(tx: Db, actor: Payer, id: string): Promise<Payout> {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.id, id), inScope(actor, payouts.influencerId)))
    .for('no key update');
  if (!payout) throw new DomainError('not-found', 'Payout not found');
  return payout;
}

async function alreadyPaid(tx: Db, { paidAt, paidBy }: Payout): Promise<DomainError> {
  const [payer] = paidBy
    ? await tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, paidBy))
    : [];
  const payerText = payer ? ` by ${payer.name.trim() || payer.email}` : '';
  return new DomainError(
    'not-allowed-in-state',
    `It was marked as paid${payerText} on ${formatUtcDate(paidAt!)} at ${formatUtcTime(paidAt!)} UTC`,
  );
}

async function recordPaid(
  tx: Db,
  { shareAccountId, netPayoutCents }: Payout,
  occurredAt: Date,
): Promise<string> {
  const [recorded] = await tx
    .insert(ledgerTransactions)
    .values({ kind: 'payout_paid', occurredAt, shareAccountId })
    .returning({ id: ledgerTransactions.id });
  const accounts = await listPlatformAccounts(tx);
  const transaction = { transactionId: recorded!.id, occurredAt };
  await tx.insert(ledgerEntries).values([
    { ...transaction, accountId: accounts.get('payouts_due')!, amountCents: netPayoutCents },
    { ...transaction, accountId: accounts.get('cash')!, amountCents: -netPayoutCents },
  ]);
  return recorded!.id;
}

/** Mails the influencer, unless deleted: the statement would not be accessible. */
async function mailPayee(
  tx: Db,
  { mail, config }: Pick<Dependencies, 'mail' | 'config'>,
  { id, influencerId, periodStart, netPayoutCents }: Payout,
): Promise<void> {
  if (!influencerId) return;
  const [payee] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, influencerId));
  const [amount, month] = [formatCents(netPayoutCents), monthLabel(periodStart)];
  const subject = `Your payout for ${month}: ${amount}`;
  await mail.queue(tx, {
    to: payee!.email,
    subject,
    heading: subject,
    paragraphs: [
      `Your payout of ${amount} for ${month} has been paid. Your bank may take a few days to show it.`,
      'The statement lists every payment it includes.',
    ],
    action: { label: 'View Statement', url: `${config.publicUrl}/statements/${id}` },
  });
}
