import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('an update sets updatedAt from the database clock, not the process clock', async () => {
  const { id } = await app.as('subscriber');
  await app.db
    .update(users)
    .set({ updatedAt: new Date(0) })
    .where(eq(users.id, id));
  vi.useFakeTimers({ now: new Date('2001-01-01'), toFake: ['Date'] });
  try {
    await app.db.update(users).set({ name: 'Ada' }).where(eq(users.id, id));
  } finally {
    vi.useRealTimers();
  }
  const [row] = await app.db
    .select({ isNow: sql<boolean>`abs(extract(epoch from now() - ${users.updatedAt})) < 60` })
    .from(users)
    .where(eq(users.id, id));
  expect(row).toEqual({ isNow: true });
});
