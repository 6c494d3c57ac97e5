import { eq, sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepareSystemChecks } from '#src/features/backoffice/dashboard/server/system-checks.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { LedgerFinding, LedgerStatus } from '../ledger-checks.schema.ts';
import { ledgerChecks, ledgerFindings } from './ledger-checks.table.ts';
import { findExplanations } from './ledger-findings.ts';
import { runLedgerCheck } from './run-ledger-check.ts';

const RULE = 'each period of a subscription is paid for once, at its price';
const EXPLANATION = 'Support granted a discount at the provider';

let app: TestApp;
let admin: TestUser;
let subscriptionId: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  const { subscription } = await makeSubscription(app);
  subscriptionId = subscription.id;
});
beforeEach(async () => {
  await app.db.delete(ledgerFindings);
  await app.db.delete(ledgerChecks);
  await setPrice(1500);
});
afterAll(() => app.close());

/** Its payment was $19.99: another price violates a rule. */
const setPrice = (priceCents: number) =>
  app.db
    .update(userSubscriptions)
    .set({ priceCents })
    .where(eq(userSubscriptions.id, subscriptionId));
const check = () => runLedgerCheck(app.db, null);
const send = async (method: string, address: string, body?: object, user = admin) => {
  const { status, json } = await app.call(method, address, { user, body });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
};
const findings = async (query = ''): Promise<LedgerFinding[]> =>
  (await send('GET', `/api/ledger-findings${query}`)).rows;
const status = (): Promise<LedgerStatus> => send('GET', '/api/ledger-checks');
async function explain(explanation = EXPLANATION): Promise<LedgerFinding> {
  const [finding] = await findings();
  const { id, expected, found } = finding!;
  await send('PUT', `/api/ledger-findings/${id}/explanation`, { explanation, expected, found });
  return finding!;
}
const bell = async (user = admin) =>
  (await send('GET', '/api/staff-notifications', undefined, user)).notifications.filter(
    ({ kind }: { kind: string }) => kind === 'ledger_finding',
  );

test('a check lists the record, the rule that it violates, and both figures', async () => {
  await check();
  expect(await findings()).toMatchObject([
    {
      rule: RULE,
      subjectKind: 'subscription',
      subject: subscriptionId,
      expected: 'one payment of 1500 cents',
      found: expect.stringMatching(/^1999 cents for the period of 20/),
      state: 'open',
      explanation: null,
    },
  ]);
  expect(await status()).toMatchObject({
    last: { requestedBy: null, ruleCount: ALL_LEDGER_RULES.length, transactionCount: 1 },
    isRunning: false,
    counts: { all: 1, open: 1, explained: 0, resolved: 0 },
  });
});

test('the next check recognizes a finding, and resolves what it no longer finds', async () => {
  await check();
  const [first] = await findings();
  await check();
  const [second] = await findings();
  expect(second).toMatchObject({ id: first!.id, sinceAt: first!.sinceAt, state: 'open' });
  await setPrice(1999);
  await check();
  expect(await findings('?state=resolved')).toMatchObject([{ id: first!.id, state: 'resolved' }]);
  await setPrice(1500);
  await check();
  const again = await findings();
  expect(again).toMatchObject([
    { id: first!.id, firstFoundAt: first!.firstFoundAt, state: 'open' },
  ]);
  expect(again[0]!.sinceAt > first!.sinceAt).toBe(true);
});

test('an explained finding is not open until its figures change', async () => {
  await check();
  const { id } = await explain();
  await check();
  expect(await findings()).toMatchObject([
    { id, state: 'explained', explanation: EXPLANATION, explainedBy: 'admin 1' },
  ]);
  await setPrice(1400);
  await check();
  expect(await findings()).toMatchObject([
    { id, state: 'open', explanation: EXPLANATION, isOutdated: true },
  ]);
});

test('an explanation is for the figures that its author has seen', async () => {
  await check();
  const [seen] = await findings();
  await setPrice(1400);
  await check();
  const { id, expected, found } = seen!;
  const body = { explanation: EXPLANATION, expected, found };
  const late = await app.call('PUT', `/api/ledger-findings/${id}/explanation`, {
    user: admin,
    body,
  });
  expect(late).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await findings()).toMatchObject([{ state: 'open', explanation: null }]);
});

test('a withdrawn explanation opens the finding again', async () => {
  await check();
  const { id } = await explain();
  await send('DELETE', `/api/ledger-findings/${id}/explanation`);
  expect(await findings()).toMatchObject([{ id, state: 'open', explanation: null }]);
});

test('an explanation without a text is refused', async () => {
  await check();
  const [{ id, expected, found }] = (await findings()) as [LedgerFinding];
  const body = { explanation: '  ', expected, found };
  const { status: refused } = await app.call('PUT', `/api/ledger-findings/${id}/explanation`, {
    user: admin,
    body,
  });
  expect(refused).toBe(400);
});

test('open findings wait for admins in the bell and in the work queue, explained ones do not', async () => {
  const staff = await app.as('staff');
  await check();
  const [finding] = await findings();
  expect(await bell()).toMatchObject([{ id: finding!.id, detail: RULE }]);
  expect(await bell(staff)).toEqual([]);
  const { items } = await send('GET', '/api/work-queue');
  expect(items).toContainEqual(expect.objectContaining({ kind: 'ledger_finding', count: 1 }));
  await explain();
  expect(await bell()).toEqual([]);
});

test('the system status is red with open findings, and green with explained ones only', async () => {
  const { ledger } = prepareSystemChecks(app.services);
  expect(await ledger()).toMatchObject({ state: 'ok' });
  await check();
  expect(await ledger()).toMatchObject({ state: 'down', to: '/ledger-checks' });
  await explain();
  expect(await ledger()).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('1 explained finding'),
  });
  await app.db.update(ledgerChecks).set({ finishedAt: new Date(Date.now() - 48 * 60 * 60_000) });
  expect(await ledger()).toMatchObject({ state: 'warning' });
});

test('a requested check runs in a job, and a second request does not add another', async () => {
  await Promise.all([send('POST', '/api/ledger-checks'), send('POST', '/api/ledger-checks')]);
  expect(await status()).toMatchObject({ last: null, isRunning: true });
  const [requested, ...others] = await app.db.select().from(ledgerChecks);
  expect(others).toEqual([]);
  await runLedgerCheck(app.db, requested!.id);
  expect(await status()).toMatchObject({
    last: { requestedBy: 'admin 1' },
    isRunning: false,
    counts: { open: 1 },
  });
});

test('a rule with too many findings resolves none of them', async () => {
  const rulesOf = (query: SQL) => [
    { rule: 'nothing exists', subjectKind: 'total' as const, query },
  ];
  const found = sql`'0' as expected, '1' as found`;
  const few = sql`select n::text as subject, ${found} from generate_series(1, 3) n`;
  const many = sql`select 'x' || n as subject, ${found} from generate_series(1, 1001) n`;
  await runLedgerCheck(app.db, null, rulesOf(few));
  await runLedgerCheck(app.db, null, rulesOf(many));
  expect((await status()).counts).toMatchObject({ resolved: 0 });
  await runLedgerCheck(app.db, null, rulesOf(few));
  expect((await status()).counts).toMatchObject({ open: 3 });
});

test('the command recognizes violations whose present figures are explained', async () => {
  await check();
  await explain();
  const explained = async () => {
    const found = await checkLedger(app.db, ALL_LEDGER_RULES);
    return [...(await findExplanations(app.db, found)).values()];
  };
  expect(await explained()).toEqual([EXPLANATION]);
  await setPrice(1400);
  expect(await explained()).toEqual([]);
});
