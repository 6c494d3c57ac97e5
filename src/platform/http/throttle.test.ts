import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { listOperations } from '#test/operations.ts';
import { rateLimits } from './rate-limits.table.ts';
import { createThrottles, THROTTLES } from './throttle.ts';

let app: TestApp;
/** Another process over the same database has throttles of its own. */
let other: ReturnType<typeof createApp>;
beforeAll(async () => {
  app = await createTestApp({ THROTTLE_FACTOR: '1' });
  other = createApp({ ...app.services, throttles: createThrottles(app.pool, 1) });
});
afterAll(() => app.close());

const counterOf = async (key: string) => {
  const [row] = await app.db.select().from(rateLimits).where(eq(rateLimits.key, key));
  return row;
};

/** Searches once through each of the servers in turn. */
async function searchOften(cookie: string, times: number) {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) {
    const server = at % 2 === 0 ? app.app : other;
    const { status } = await server.request('/api/search?q=ada', { headers: { cookie } });
    statuses.push(status);
  }
  return statuses;
}

test('two servers share the limit of an account', async () => {
  const { cookie } = await app.as('staff');
  const statuses = await searchOften(cookie, THROTTLES.search + 20);
  expect(statuses.filter((status) => status === 200)).toHaveLength(THROTTLES.search);
  expect(new Set(statuses.slice(THROTTLES.search))).toEqual(new Set([429]));
  const { cookie: colleague } = await app.as('staff');
  expect(await searchOften(colleague, 2)).toEqual([200, 200]);
});

test('calls at the same time are counted one by one', async () => {
  const { cookie } = await app.as('staff');
  const search = async () => app.app.request('/api/search?q=ada', { headers: { cookie } });
  const calls = Array.from({ length: THROTTLES.search + 5 }, () => search());
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('a throttled call says when to try again, and other classes still work', async () => {
  const user = await app.as('staff');
  await app.call('GET', '/api/search?q=ada', { user });
  const key = `throttle-search:${user.id}`;
  await searchOften(user.cookie, THROTTLES.search);
  const refused = await app.call('GET', '/api/search?q=ada', { user });
  const { expire } = (await counterOf(key))!;
  const seconds = Number(refused.headers.get('retry-after'));
  expect(Math.abs((expire! - Date.now()) / 1000 - seconds)).toBeLessThan(2);
  expect(refused).toMatchObject({
    status: 429,
    json: {
      code: 'rate-limited',
      detail: `That was a lot at once. Please try again in ${seconds} seconds.`,
    },
  });
  expect(refused.headers.get('ratelimit')).toBe(`"search";r=0;t=${seconds}`);
  expect(refused.headers.get('ratelimit-policy')).toBe('"search";q=120;w=60');
  expect((await app.call('GET', '/api/tasks', { user })).status).toBe(200);
});

test('answers tell what is left', async () => {
  const user = await app.as('staff');
  const left = async () =>
    (await app.call('GET', '/api/tasks', { user })).headers.get('ratelimit')?.split(';')[1];
  expect([await left(), await left()]).toEqual(['r=599', 'r=598']);
  const visitor = await app.call('GET', '/api/marketplace', {});
  expect(visitor.headers.get('ratelimit')).toBeNull();
});

test('a tenth of the limit costs one query', async () => {
  const user = await app.as('staff');
  for (let at = 0; at < 60; at++) await app.call('GET', '/api/tasks', { user });
  expect((await counterOf(`throttle-read:${user.id}`))!.points).toBe(60);
  await app.call('GET', '/api/tasks', { user });
  expect((await counterOf(`throttle-read:${user.id}`))!.points).toBe(120);
});

test('the time of a limit begins anew when it is over', async () => {
  const throttles = createThrottles(app.pool, 1);
  for (let at = 0; at < THROTTLES.expensive; at++) await throttles.expensive('cora');
  expect((await throttles.expensive('cora')).isWithin).toBe(false);
  await app.db
    .update(rateLimits)
    .set({ expire: Date.now() - 1 })
    .where(like(rateLimits.key, '%:cora'));
  expect((await createThrottles(app.pool, 1).expensive('cora')).isWithin).toBe(true);
});

test('what visitors call counts for their network, and what people call who are signed in for them', async () => {
  const proxied = await createTestApp({ THROTTLE_FACTOR: '1', TRUST_PROXY: 'true' });
  const user = await proxied.as('subscriber');
  const read = async (address: string, cookie?: string) => {
    const headers = { 'x-forwarded-for': `203.0.113.9, ${address}`, ...(cookie && { cookie }) };
    return (await proxied.app.request('/api/featured', { headers })).status;
  };
  const { anonymous } = proxied.services.throttles;
  for (let at = 1; at < THROTTLES.anonymous; at++) await anonymous('2001:db8:0:7::/64');
  expect(await read('2001:db8:0:7::1')).toBe(200);
  expect(await read('2001:db8:0:7::2')).toBe(429);
  expect(await read('2001:db8:0:8::1')).toBe(200);
  expect(await read('2001:db8:0:7::1', user.cookie)).toBe(200);
  expect((await proxied.app.request('/robots.txt')).status).toBe(200);
  await proxied.close();
});

test('every operation states its class, by default from what it does', () => {
  const stated = listOperations(app.services).map(({ name, ...route }) => [
    name,
    (route as { 'x-access'?: unknown })['x-access'] === 'anyone',
    (route as { 'x-throttle'?: { class: string } })['x-throttle']?.class,
    429 in route.responses,
  ]);
  const lacking = stated.filter(
    ([, isOpen, name, has429]) => !has429 || (isOpen ? name !== 'anonymous' : name === undefined),
  );
  expect(lacking).toEqual([]);
  const classOf = Object.fromEntries(stated.map(([name, , throttle]) => [name, throttle]));
  expect(classOf).toMatchObject({
    'GET /api/tasks': 'read',
    'PUT /api/account': 'write',
    'GET /api/users.csv': 'expensive',
    'GET /api/search': 'search',
    'POST /api/users/{id}/password-reset': 'expensive',
    'POST /api/imports': 'expensive',
    'POST /api/setup': 'anonymous',
  });
});
