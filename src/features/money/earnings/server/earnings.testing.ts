import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  recordDisputeWon,
  recordReversal,
} from '#src/features/money/ledger/server/record-transaction.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { TestApp } from '#test/harness.ts';

type App = Pick<TestApp, 'db'>;

const find = async (tx: Db, id: string) => {
  const [transaction] = await tx
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, id));
  return transaction!;
};

/** Records that a fan's bank reversed this much of a payment. @returns the dispute's transaction */
export function addDispute(app: App, chargeId: string, at: Date, cents: number) {
  return app.db.transaction(async (tx) => {
    const dispute = { kind: 'dispute', provider: 'sandbox', reference: randomUUID() } as const;
    const charge = await find(tx, chargeId);
    return (await recordReversal(tx, charge, { ...dispute, occurredAt: at, amountCents: cents }))!;
  });
}

/** Records that a dispute was won. */
export function addDisputeWon(app: App, disputeId: string, at: Date) {
  return app.db.transaction(async (tx) => {
    const dispute = await find(tx, disputeId);
    const reference = dispute.providerReference!;
    return recordDisputeWon(tx, dispute, { provider: 'sandbox', reference, occurredAt: at });
  });
}
