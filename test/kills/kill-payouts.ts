import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { endToEndIdOf } from '#src/features/money/bank-files/bank-files.rules.ts';
import { bankFiles, bankPayments } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { corrections } from '#src/features/money/corrections/server/corrections.table.ts';
import { ledgerEntries } from '#src/features/money/ledger/server/ledger.table.ts';
import { confirmAccount } from '#src/features/money/payees/server/payees.testing.ts';
import { payouts, payoutTransitions } from '#src/features/money/payouts/server/payouts.table.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import {
  count,
  createInfluencer,
  pay,
  post,
  repeatIfUnknown,
  startCheckout,
  withStock,
  type Task,
  type Work,
} from './kill-client.ts';

/** Makes the payouts of the previous month: one for each influencer, however often it is run. */
export function runPayouts(app: TestApp): Work {
  return async (url, sent) => {
    const admin = await app.as('admin');
    const month = monthBefore(new Date());
    const request = async (at: string) =>
      void (await post(at, '/api/payouts/run', admin, { month }));
    await repeatIfUnknown(url, sent, request, async () => {
      const { rows } = await app.db.execute(sql`
        select influencer_id from payouts where period_start = ${`${month}-01`}
        group by 1 having count(*) > 1`);
      expect(rows).toEqual([]);
    });
  };
}

/** Pays the payout of a new influencer by a file, and imports the bank's report about it. */
export function payByFile(app: TestApp): Task {
  const make = async (url: string) => {
    const [influencer, fan, admin] = [
      await createInfluencer(app),
      await app.as('subscriber'),
      await app.as('admin'),
    ];
    await confirmAccount(app, influencer, { by: await app.as('admin') });
    await pay(url, await startCheckout(url, fan, influencer), fan);
    await post(url, '/api/payouts/run', admin, { month: monthBefore(new Date()) });
    const [payout] = await app.db
      .select({ id: payouts.id })
      .from(payouts)
      .where(eq(payouts.influencerId, influencer.id));
    return { admin, payout: payout! };
  };
  return withStock(make, ({ admin, payout }) => async (url, sent) => {
    const id = randomUUID();
    const request = async (at: string) => {
      await post(at, '/api/bank-files', admin, { id, format: 'csv', ids: [payout.id] });
    };
    const check = async () => {
      expect(await count(app, bankFiles, eq(bankFiles.id, id))).toBe(1);
      expect(await count(app, bankPayments, eq(bankPayments.payoutId, payout.id))).toBe(1);
    };
    await repeatIfUnknown(url, sent, request, check);
    await importReport(app, payout.id, admin)(url, sent);
  });
}

/** Imports the bank's report that a payout was paid; a repeated import knows its lines. */
function importReport(app: TestApp, payoutId: string, admin: TestUser): Work {
  return async (url, sent) => {
    const isOfPayout = eq(bankPayments.payoutId, payoutId);
    const [payment] = await app.db.select().from(bankPayments).where(isOfPayout);
    const amount = (payment!.amountCents / 100).toFixed(2);
    const content = `End-to-end ID,Amount,Date,Status\n${endToEndIdOf(payment!.number!)},${amount},2026-10-05,paid`;
    const request = async (at: string) => {
      await post(at, '/api/bank-files/returns', admin, { content, isDryRun: false });
    };
    const isPaid = and(eq(payouts.id, payoutId), eq(payouts.status, 'paid'));
    const isTransition = and(
      eq(payoutTransitions.payoutId, payoutId),
      eq(payoutTransitions.toStatus, 'paid'),
    );
    const check = async () => {
      expect(await count(app, payouts, isPaid)).toBe(1);
      expect(await count(app, payoutTransitions, isTransition)).toBe(1);
    };
    await repeatIfUnknown(url, sent, request, check);
  };
}

/** One person proposes a bonus that needs a second one, who approves it. */
export function correct(app: TestApp): Work {
  return async (url, sent) => {
    const [influencer, first, second] = [
      await createInfluencer(app),
      await app.as('admin'),
      await app.as('admin'),
    ];
    const id = randomUUID();
    const isStored = eq(corrections.id, id);
    const propose = async (at: string) => {
      const amountCents = app.config.correctionApprovalCents + 1;
      const body = {
        id,
        kind: 'bonus',
        influencerId: influencer.id,
        amountCents,
        reason: 'Launch',
      };
      await post(at, '/api/corrections', first, body);
    };
    await repeatIfUnknown(url, sent, propose, async () =>
      expect(await count(app, corrections, isStored)).toBe(1),
    );
    const approve = async (at: string) => {
      const [row] = await app.db.select().from(corrections).where(isStored);
      if (row!.status === 'proposed') await post(at, `/api/corrections/${id}/approve`, second, {});
    };
    const check = async () => {
      const [row] = await app.db.select().from(corrections).where(isStored);
      expect(row).toMatchObject({ status: 'approved', decidedBy: second.id });
      const entries = await app.db
        .select({ cents: ledgerEntries.amountCents })
        .from(ledgerEntries)
        .where(eq(ledgerEntries.transactionId, row!.transactionId!));
      expect(entries.map(({ cents }) => Math.abs(cents))).toEqual([
        row!.amountCents,
        row!.amountCents,
      ]);
    };
    await repeatIfUnknown(url, sent, approve, check);
  };
}
