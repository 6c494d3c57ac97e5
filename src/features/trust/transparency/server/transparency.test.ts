import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { getTransparency } from './transparency.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const NOW = new Date('2026-11-26T12:00Z');
const REMOVED = { outcome: 'removed', policy: 'privacy', decisionText: 'A street.' } as const;

async function addMany(count: number, values: Parameters<typeof addComplaint>[1]) {
  for (let index = 0; index < count; index++) await addComplaint(app, values);
}

test('visitors see the reports of each half-year, and no count that could lead to a person', async () => {
  expect(await getTransparency(app.services.pool, NOW)).toEqual([]);
  const at = (day: string) => new Date(`${day}T00:00Z`);
  await addMany(6, { createdAt: at('2026-08-01'), decidedAt: at('2026-08-03'), ...REMOVED });
  await addMany(2, { kind: 'other', createdAt: at('2026-09-01') });
  await addMany(5, { kind: 'other', createdAt: at('2026-06-01') });
  // This month is not published yet.
  await addMany(9, { kind: 'illegal', createdAt: at('2026-11-02') });
  const halfYears = await getTransparency(app.services.pool, NOW);
  expect(halfYears.map(({ name }) => name)).toEqual(['2026-H2', '2026-H1']);
  const [current, before] = halfYears.map(({ notices }) =>
    Object.fromEntries(notices.map(({ kind, ...figures }) => [kind, figures])),
  );
  expect(current!.privacy).toEqual({ received: 6, removed: 6, noAction: 0, medianHours: 48 });
  expect(current!.other).toMatchObject({ received: null, removed: 0 });
  expect(current!.illegal).toMatchObject({ received: 0 });
  expect(before!.other).toMatchObject({ received: 5, medianHours: null });
  const { status, json } = await app.call('GET', '/api/transparency');
  expect(status).toBe(200);
  expect(json.halfYears).not.toEqual([]);
});
