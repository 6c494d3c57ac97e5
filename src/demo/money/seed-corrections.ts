import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import type { NewCorrection } from '#src/features/money/corrections/corrections.schema.ts';
import {
  addCorrection,
  type CorrectionActor,
} from '#src/features/money/corrections/server/correct.ts';
import { decideCorrection } from '#src/features/money/corrections/server/decide-correction.ts';
import { ledgerFindings } from '#src/features/money/ledger-checks/server/ledger-checks.table.ts';
import { explainFinding } from '#src/features/money/ledger-checks/server/ledger-findings.ts';
import { runLedgerCheck } from '#src/features/money/ledger-checks/server/run-ledger-check.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { recordReversal } from '#src/features/money/ledger/server/record-transaction.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Config } from '#src/platform/config/config.ts';

/** What the seed of corrections needs of the configuration. */
export type CorrectionConfig = Pick<Config, 'correctionApprovalCents'>;

const FEE_CENTS = 1_500;

/** Seeds corrections in every state, the fees of a few disputes, and a check of the ledger. */
export async function seedCorrections(seed: Seed, config: CorrectionConfig): Promise<void> {
  const { db, adminId, staffId, influencers } = seed;
  const [admin, staff] = [adminId, staffId].map((userId) => ({ userId, isLimited: false }));
  const above = config.correctionApprovalCents + 5_000;
  const add = async (by: CorrectionActor, correction: Partial<NewCorrection>) => {
    const id = randomUUID();
    const base = { id, kind: 'bonus', statementText: null, reason: '', amountCents: 0 } as const;
    await addCorrection({ db, config }, by, { ...base, ...correction });
    return id;
  };
  const of = (index: number) => ({ influencerId: influencers[index]!.id });
  const launch = await add(admin!, {
    ...of(0),
    amountCents: above,
    reason: 'Agreed for the launch week, see the contract.',
    statementText: 'Launch week bonus',
  });
  await decideCorrection({ db }, staff!, launch, { to: 'approved' });
  const early = await add(staff!, {
    ...of(3),
    amountCents: above,
    reason: 'Asked for an advance on December.',
  });
  await decideCorrection({ db }, admin!, early, {
    to: 'declined',
    note: 'Advances are not part of the contract.',
  });
  await add(staff!, {
    ...of(1),
    amountCents: above,
    reason: 'Reached 100 subscribers in a month.',
    statementText: 'Milestone bonus',
  });
  await add(staff!, {
    ...of(2),
    kind: 'goodwill',
    amountCents: 2_000,
    reason: 'Her posts were not visible for half a day because of us.',
    statementText: 'For the outage',
  });
  await add(admin!, {
    ...of(4),
    kind: 'deduction',
    amountCents: 4_500,
    reason: 'Studio rental that we advanced.',
    statementText: 'Studio rental',
  });
  await seedFees(seed, add, admin!);
  await seedLedgerCheck(seed);
}

type Add = (by: CorrectionActor, correction: Partial<NewCorrection>) => Promise<string>;

/** What the provider charged for the newest disputes. */
async function seedFees({ db }: Seed, add: Add, admin: CorrectionActor): Promise<void> {
  const disputes = await db
    .select({ chargeId: ledgerTransactions.reverses })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.kind, 'dispute'))
    .orderBy(desc(ledgerTransactions.occurredAt))
    .limit(3);
  for (const { chargeId } of disputes) {
    const reason = 'Fee of the provider for this dispute.';
    await add(admin!, { kind: 'dispute_fee', chargeId, amountCents: FEE_CENTS, reason });
  }
}

/** A payment that was refunded and then disputed, which the check finds and somebody has explained. */
async function seedLedgerCheck({ db, adminId, now }: Seed): Promise<void> {
  const [refunded] = await db
    .select({ chargeId: ledgerTransactions.reverses, priceCents: userSubscriptions.priceCents })
    .from(ledgerTransactions)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, ledgerTransactions.subscriptionId))
    .where(and(eq(ledgerTransactions.kind, 'refund'), eq(userSubscriptions.endReason, 'refund')))
    .orderBy(desc(ledgerTransactions.occurredAt))
    .limit(1);
  const [charge] = await db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, refunded!.chargeId!));
  const reference = `sandbox_dispute_${randomUUID()}`;
  const occurredAt = new Date(now.getTime() - 24 * 60 * 60_000);
  const amountCents = refunded!.priceCents;
  const dispute = { kind: 'dispute', reference, occurredAt, amountCents } as const;
  await recordReversal(db, charge!, { ...dispute, provider: charge!.provider! });
  await db
    .insert(sandboxRecords)
    .values({ ...dispute, paymentReference: charge!.providerReference, changedAt: occurredAt });
  await runLedgerCheck(db, null);
  const [finding] = await db.select().from(ledgerFindings).limit(1);
  await explainFinding(db, { userId: adminId }, finding!.id, {
    ...finding!,
    explanation: 'The bank returned the second payment by transfer; the amount arrived.',
  });
}
