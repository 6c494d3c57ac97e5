import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { buy } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { subscriptionOf } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Bought = Awaited<ReturnType<typeof buy>>;
const addressOf = ({ providerSubscriptionId }: Bought) =>
  `/sandbox/subscriptions/${providerSubscriptionId}`;
async function decide(bought: Bought, decision: string, user: TestUser = bought.fan) {
  const response = await app.app.request(`${addressOf(bought)}/dispute`, {
    method: 'POST',
    headers: {
      cookie: user.cookie,
      origin: app.config.publicUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ decision }).toString(),
  });
  return /\?did=(.*)/.exec(response.headers.get('location') ?? '')?.[1] ?? response.status;
}
const pageOf = async (bought: Bought) =>
  (await app.call('GET', addressOf(bought), { user: bought.fan })).json as string;
const disputesOf = async ({ fan }: Bought) => {
  const rows = await app.db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, disputes.chargeId))
    .where(eq(ledgerTransactions.subscriberId, fan.id));
  return rows.map(({ dispute }) => dispute);
};

test.each(['won', 'lost'] as const)(
  'a fan of the sandbox disputes the last payment, and the dispute is %s',
  async (result) => {
    const bought = await buy(app);
    expect(await pageOf(bought)).toContain('Dispute the Last Payment');
    expect(await decide(bought, 'opened')).toBe('dispute-opened');
    expect(await disputesOf(bought)).toMatchObject([
      { status: 'opened', reason: 'fraudulent', challengeBy: expect.any(Date) },
    ]);
    expect(await subscriptionOf(app, bought.fan)).toMatchObject({ endReason: 'dispute' });
    expect(await pageOf(bought)).toContain('Let the Agency Win');
    expect(await decide(bought, 'opened')).toBe('nothing');
    expect(await decide(bought, result)).toBe(`dispute-${result}`);
    expect(await disputesOf(bought)).toMatchObject([{ status: result }]);
    expect(await pageOf(bought)).not.toContain('Dispute</h2>');
    expect(await decide(bought, 'won')).toBe('nothing');
  },
);

test('nobody decides about the payment of another fan', async () => {
  const bought = await buy(app);
  expect(await decide(bought, 'opened', await app.as('subscriber'))).toBe(404);
  expect(await decide(bought, 'everything')).toBe(400);
  expect(await disputesOf(bought)).toEqual([]);
});
