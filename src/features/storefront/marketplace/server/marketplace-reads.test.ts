import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  explainStatement,
  recordStatements,
  type SentStatement,
} from '../../../../../scripts/scale/explain.ts';
import { MARKETPLACE_PAGE_SIZE } from '../marketplace.schema.ts';
import { browse } from './marketplace.testing.ts';

const PEOPLE = 20_000;
/** One person in fifty; one of them in ten has the name that is searched for, and so has every fan. */
const INFLUENCERS = PEOPLE / 50;

let app: TestApp;
let fan: TestUser;
let sent: SentStatement[];
beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
  await app.pool.query(`
    with people as (
      insert into users (email)
      select 'person-' || n || '@example.test' from generate_series(1, ${PEOPLE}) n returning id, email
    ), numbered as (
      select id, email, substring(email from '[0-9]+')::int as n from people
    ), roles as (
      insert into user_roles (user_id, role)
      select id, case when n % 50 = 0 then 'influencer' else 'subscriber' end from numbered
    ), named as (
      insert into profiles (id, email, full_name, public_url, created_at)
      select id, email, case when n % 50 > 0 or n % 500 = 0 then 'Zelda Quill ' else 'Ada Birch ' end || n,
        case when n % 50 = 0 then 'person-' || n end, now() - n * interval '1 minute'
      from numbered
    )
    insert into subscription_plans (influencer_id, price_monthly_cents, subscriber_count)
    select id, 999, n from numbered where n % 50 = 0`);
  await app.pool.query('vacuum analyze');
  sent = recordStatements(app.pool);
});
afterAll(() => app.close());

/** The rows of profiles that the page and the count of a list read. */
async function readProfiles(query: Record<string, string>): Promise<number[]> {
  sent.length = 0;
  await browse(app, fan, query);
  const statements = sent.filter(({ text }) =>
    /from "(profiles|subscription_plans)" cross/.test(text),
  );
  const client = await app.pool.connect();
  const rows: number[] = [];
  try {
    for (const each of statements) {
      rows.push((await explainStatement(client, each)).rows.get('profiles') ?? 0);
    }
  } finally {
    client.release(true);
  }
  return rows;
}

test.each(['popular', 'newest', 'oldest', 'price-low', 'price-high', 'name'])(
  'a page in the order %s reads no more influencers than it shows',
  async (sort) => {
    const [page] = await readProfiles({ sort });
    expect(page).toBe(MARKETPLACE_PAGE_SIZE + 1);
  },
);

test.each(['popular', 'newest', 'name'])(
  'a search in the order %s reads none of the fans who have the name',
  async (sort) => {
    const rows = await readProfiles({ sort, search: 'zelda' });
    expect(rows).toHaveLength(2);
    for (const each of rows) expect(each).toBeLessThanOrEqual(INFLUENCERS);
  },
);
