import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ROUNDS = 20;

/** Who is signed in, according to requests of these users that arrive at the same time. */
async function readTogether(people: TestUser[]): Promise<(string | number)[]> {
  const requests = Array.from({ length: ROUNDS }, () =>
    people.map((user) => app.call('GET', '/api/auth/session', { user })),
  );
  const answers = await Promise.all(requests.flat());
  return answers.map(({ status, json }) => json.session?.user.email ?? status);
}

const times = <T>(values: T[]): T[] => Array.from({ length: ROUNDS }, () => values).flat();

test('requests at the same time are each answered for their own session', async () => {
  const people = [await app.as('subscriber'), await app.as('influencer'), await app.as('staff')];
  const forged: TestUser = { ...people[0]!, cookie: 'velvet.session_token=x.y' };
  const emails = people.map(({ email }) => email);
  expect(await readTogether([...people, forged])).toEqual(times([...emails, 200]));
});

test('a sign-out and a suspension count for every request that follows, among any others', async () => {
  const [stays, leaves, banned] = [
    await app.as('subscriber'),
    await app.as('subscriber'),
    await app.as('subscriber'),
  ];
  const call = (user: TestUser) => app.call('GET', '/api/notifications/unread', { user });
  const earlier = Array.from({ length: ROUNDS }, () => call(stays));
  await app.call('POST', '/api/auth/sign-out', { user: leaves });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, banned.id));
  const later = times([stays, leaves, banned]).map(call);
  expect(new Set((await Promise.all(earlier)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await Promise.all(later)).map(({ status }) => status)).toEqual(times([200, 401, 403]));
});
