import { and, eq, sql } from 'drizzle-orm';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import type { DisputeStage, DisputeStatus } from '#src/features/money/payments/billing.schema.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { laterStage, replacesKnown } from '../disputes.rules.ts';
import { disputes } from './disputes.table.ts';
import { applyPurchaseBlock } from './purchase-blocks.ts';

type Report = {
  provider: string;
  disputeId: string;
  stage: DisputeStage;
  status: DisputeStatus;
  occurredAt: Date;
  providerStatus?: string | null | undefined;
  reason?: string | null | undefined;
  reasonCode?: string | null | undefined;
  network?: string | null | undefined;
  amountCents?: number | null | undefined;
  challengeBy?: Date | null | undefined;
};

/**
 * Records what a provider reports about a dispute. Reports come in any order and more than once: they
 * add what is not known yet, and change the rest only if they are ahead. The payment is locked.
 */
export async function recordDispute(tx: Db, chargeId: string, report: Report): Promise<void> {
  const { provider, disputeId: providerDisputeId, stage, status, occurredAt } = report;
  const [known] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.providerDisputeId, providerDisputeId)))
    .for('update');
  const facts = {
    providerStatus: report.providerStatus ?? null,
    reason: report.reason ?? null,
    reasonCode: report.reasonCode ?? null,
    network: report.network ?? null,
    challengeBy: report.challengeBy ?? null,
  };
  if (!known) {
    const amountCents = report.amountCents ?? (await readAmount(tx, chargeId));
    const place = { stage, status, openedAt: occurredAt, reportedAt: occurredAt };
    const [added] = await tx
      .insert(disputes)
      .values({ provider, providerDisputeId, chargeId, amountCents, ...place, ...facts })
      .returning();
    await applyPurchaseBlock(tx, added!);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
    return;
  }
  const isAhead = replacesKnown(report, { ...known, occurredAt: known.reportedAt });
  const [first, second] = isAhead ? [facts, known] : [known, facts];
  const [changed] = await tx
    .update(disputes)
    .set({
      ...(isAhead && {
        stage: laterStage(stage, known.stage),
        status,
        reportedAt: occurredAt,
      }),
      providerStatus: first.providerStatus ?? second.providerStatus,
      reason: first.reason ?? second.reason,
      reasonCode: first.reasonCode ?? second.reasonCode,
      network: first.network ?? second.network,
      challengeBy: first.challengeBy ?? second.challengeBy,
      amountCents: (isAhead ? report.amountCents : null) ?? known.amountCents,
      openedAt: occurredAt < known.openedAt ? occurredAt : known.openedAt,
    })
    .where(eq(disputes.id, known.id))
    .returning();
  if (isAhead) await applyPurchaseBlock(tx, changed!);
  if (isAhead && status !== known.status) {
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  }
}

async function readAmount(tx: Db, chargeId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: number }>(
    sql`select ${cashAmount(sql`${chargeId}::uuid`)} as cents`,
  );
  return rows[0]!.cents;
}
