import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Seed } from '#src/demo/seed-context.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { recordDispute } from '#src/features/money/disputes/server/record-dispute.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';

const CHALLENGE_DAYS = 7;
/** Of the disputes that were not won, the newest ones are not decided yet. */
const UNDECIDED = 3;

const won = alias(ledgerTransactions, 'won');

const REASONS = [
  ['fraudulent', '10.4'],
  ['subscription_canceled', '13.2'],
  ['unrecognized', '10.4'],
  ['credit_not_processed', '13.7'],
] as const;

/** Seeds the cases of the ledger's disputes, and two alerts before a dispute. */
export async function seedDisputes({ db, now }: Seed): Promise<void> {
  const recorded = await db
    .select({
      chargeId: ledgerTransactions.reverses,
      provider: ledgerTransactions.provider,
      disputeId: ledgerTransactions.providerReference,
      occurredAt: ledgerTransactions.occurredAt,
      wonAt: won.occurredAt,
    })
    .from(ledgerTransactions)
    .leftJoin(won, eq(won.reverses, ledgerTransactions.id))
    .where(eq(ledgerTransactions.kind, 'dispute'))
    .orderBy(desc(ledgerTransactions.occurredAt));
  let undecided = 0;
  for (const [index, { chargeId, provider, disputeId, occurredAt, wonAt }] of recorded.entries()) {
    const [reason, reasonCode] = REASONS[index % REASONS.length]!;
    const dispute = {
      provider: provider!,
      disputeId: disputeId!,
      stage: 'dispute',
      reason,
      reasonCode,
      network: index % 3 === 2 ? 'mastercard' : 'visa',
    } as const;
    // The deadlines of the demo are near, whenever it is started.
    const isOpen = !wonAt && undecided < UNDECIDED;
    const openedAt = isOpen ? new Date(now.getTime() - (6 - 2 * undecided) * DAY_MS) : occurredAt;
    const challengeBy = new Date(openedAt.getTime() + CHALLENGE_DAYS * DAY_MS);
    await recordDispute(db, chargeId!, {
      ...dispute,
      status: 'opened',
      occurredAt: openedAt,
      challengeBy,
    });
    if (isOpen) undecided++;
    if (isOpen && undecided < UNDECIDED) continue;
    const status = wonAt ? 'won' : isOpen ? 'challenged' : 'lost';
    const decidedAt = wonAt ?? new Date(openedAt.getTime() + (isOpen ? 1 : 20) * DAY_MS);
    await recordDispute(db, chargeId!, {
      ...dispute,
      status,
      occurredAt: decidedAt < now ? decidedAt : now,
    });
  }
  await seedAlerts(db, now);
  await seedSentMails(db);
}

/** The receipts of the subscriptions with disputed payments, as the mail server accepted them. */
async function seedSentMails(db: Seed['db']): Promise<void> {
  const disputed = db
    .select({ id: ledgerTransactions.subscriptionId })
    .from(ledgerTransactions)
    .innerJoin(disputes, eq(disputes.chargeId, ledgerTransactions.id));
  const charges = await db
    .select({
      recordId: ledgerTransactions.subscriptionId,
      acceptedAt: ledgerTransactions.occurredAt,
    })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.kind, 'charge'),
        inArray(ledgerTransactions.subscriptionId, disputed),
      ),
    );
  for (const { recordId, acceptedAt } of charges) {
    const id = randomUUID();
    await db.insert(sentMails).values({
      id,
      recordId: recordId!,
      subject: `Your receipt of ${formatUtcDate(acceptedAt)}`,
      messageId: `<${id}@demo.test>`,
      reply: `250 2.0.0 Ok: queued as ${id.slice(0, 10).toUpperCase()}`,
      acceptedAt,
    });
  }
}

/** Fans have reported recent payments as fraud; no money has moved. */
async function seedAlerts(db: Seed['db'], now: Date): Promise<void> {
  const charges = await db
    .select({ id: ledgerTransactions.id, provider: ledgerTransactions.provider })
    .from(ledgerTransactions)
    .where(
      sql`${ledgerTransactions.kind} = 'charge' and ${ledgerTransactions.occurredAt} > ${now.toISOString()}::timestamptz - interval '20 days'
        and not exists (select from ${ledgerTransactions} ${won} where ${won.reverses} = ${ledgerTransactions.id})`,
    )
    .orderBy(asc(ledgerTransactions.occurredAt), asc(ledgerTransactions.id))
    .limit(2);
  for (const [index, { id, provider }] of charges.entries()) {
    await recordDispute(db, id, {
      provider: provider!,
      disputeId: `sandbox_warning_${randomUUID()}`,
      stage: 'pre_dispute',
      status: 'opened',
      providerStatus: 'early_fraud_warning',
      reason: 'made_with_stolen_card',
      occurredAt: new Date(now.getTime() - (index + 1) * 5 * 60 * 60_000),
    });
  }
}
