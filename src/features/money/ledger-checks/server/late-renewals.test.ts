import { describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import {
  openCcbill,
  openVerotel,
  order,
} from '#src/features/money/reconciliation/server/simulated-providers.testing.ts';
import { createTestApp } from '#test/harness.ts';

describe.each([
  ['verotel', openVerotel],
  ['ccbill', openCcbill],
])('a renewal that %s reports', (_name, open) => {
  test('only after its whole period is found until it is refunded; a late one that goes on is not', async () => {
    const provider = await open();
    const app = await createTestApp(provider.environment);
    const inTime = provider.sell(app, (await order(app)).url);
    const late = provider.sell(app, (await order(app)).url, 50);
    for (const { deliver } of [inTime, late]) {
      await deliver('sale');
      await deliver('renewal');
    }
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toMatchObject([
      {
        rule: 'a renewal that was reported after its whole period is refunded',
        subjectKind: 'transaction',
        found: expect.stringMatching(/^reported on .*, for a period until /),
      },
    ]);
    await late.deliver('refund');
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
    await app.close();
    await provider.stop();
  });
});
