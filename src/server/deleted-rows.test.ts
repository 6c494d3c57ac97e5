import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { makeInfluencer } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { toUnexpectedError } from './outages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a request whose user is deleted while it runs is answered, not failed', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const answer = await app.db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, fan.id));
    const pending = app.call('PUT', `/api/favorites/${influencer.id}`, { user: fan });
    const countWaiting = async () => {
      const { rows } = await app.db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length;
    };
    await expect.poll(countWaiting).toBe(1);
    return { pending };
  });
  expect((await answer.pending).status).toBe(404);
});

test('a deletion of a row that others refer to is an error of ours', async () => {
  const deletion = app.db.transaction(async (tx) => {
    await tx.execute(sql`create temp table parents (id int primary key) on commit drop`);
    await tx.execute(sql`create temp table children (id int references parents) on commit drop`);
    await tx.execute(sql`insert into parents values (1)`);
    await tx.execute(sql`insert into children values (1)`);
    await tx.execute(sql`delete from parents`);
  });
  const error: unknown = await deletion.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ cause: { code: '23503' } });
  expect(toUnexpectedError(error as Error).code).toBe('internal');
});
