import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { explainStatement, recordStatements } from '../../../../../scripts/scale/explain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query(`
    with people as (
      insert into users (email)
      select 'person-' || n || '@example.test' from generate_series(1, 2000) n returning id, email
    ), roles as (
      insert into user_roles (user_id, role) select id, 'subscriber' from people
    )
    insert into profiles (id, email) select id, email from people`);
  await app.pool.query('vacuum analyze');
});
afterAll(() => app.close());

test('the count of a role reads nothing but roles', async () => {
  const admin = await app.as('admin');
  const sent = recordStatements(app.pool);
  const { json } = await app.call('GET', '/api/users?role=subscriber', { user: admin });
  expect(json.total).toBe(1_001);
  const client = await app.pool.connect();
  try {
    const count = sent.find(({ text }) => text.includes('count(*)::int as "total"'))!;
    const { rows } = await explainStatement(client, count);
    expect([...rows]).toEqual([['user_roles', 1_001]]);
  } finally {
    client.release(true);
  }
});
