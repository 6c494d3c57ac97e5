import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  // Nothing listens there: invitations wait in their queue.
  app = await createTestApp({ SMTP_URL: 'smtp://desk:pa55word@127.0.0.1:1' });
  staff = await app.as('staff');
});
afterAll(() => app.close());

let count = 0;
const person = (values: object = {}) => ({
  fullName: 'Odile Marchetti',
  email: `imported-${++count}@example.test`,
  phone: '+1 555 0100',
  ...values,
});

async function send(kind: string, people: object[], { isDryRun = false, user = staff } = {}) {
  const rows = people.map((values, index) => ({ number: index + 2, values }));
  const { status, json } = await app.call('POST', '/api/imports', {
    user,
    body: { kind, isDryRun, rows },
  });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.rows as { number: number; problem: string | null }[];
}
const find = (emails: string[]) =>
  app.db
    .select({
      email: profiles.email,
      role: userRoles.role,
      isDraft: profiles.isDraft,
      followers: profiles.instagramFollowers,
      category: profiles.contentCategory,
      publicUrl: profiles.publicUrl,
      invitedAt: users.invitedAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(inArray(profiles.email, emails))
    .orderBy(profiles.email);

test('influencers become invited drafts with their own addresses, as a spreadsheet spells their values', async () => {
  const people = [
    person({ instagramFollowers: '120,000', contentCategory: 'fitness' }),
    person({ instagramFollowers: '1 500' }),
    person({ instagramFollowers: '1.5' }),
  ];
  const result = await send('influencers', people);
  expect(result).toMatchObject([
    { number: 2, problem: null },
    { number: 3, problem: null },
    { number: 4, problem: expect.any(String) },
  ]);
  const found = await find(people.map(({ email }) => email));
  expect(found).toMatchObject([
    { role: 'influencer', isDraft: true, followers: 120_000, category: 'Fitness' },
    { role: 'influencer', isDraft: true, followers: 1_500, category: null },
  ]);
  expect(found.map(({ invitedAt }) => invitedAt)).toEqual([expect.any(Date), expect.any(Date)]);
  expect(new Set(found.map(({ publicUrl }) => publicUrl)).size).toBe(2);
});

test('rows with problems are left out with all their reasons, and the others are imported', async () => {
  const good = person();
  const people = [
    good,
    person({ email: 'nobody', phone: 'by pigeon' }),
    person({ email: ` ${good.email.toUpperCase()}` }),
    person({ email: staff.email }),
    person({ phone: 'by pigeon' }),
  ];
  const result = await send('fans', people);
  expect(result.map(({ problem }) => problem)).toEqual([
    null,
    expect.stringMatching(/valid email address · Phone number|Phone number.* · .*email/),
    'Row 2 has the same email',
    'An account with this email already exists.',
    expect.stringContaining('Phone number can only contain'),
  ]);
  expect(await find([good.email])).toMatchObject([{ role: 'subscriber' }]);
});

test('a dry run answers as the import would, and creates nothing', async () => {
  const people = [person(), person({ email: staff.email }), person({ fullName: '' })];
  const emails = people.slice(0, 1).map(({ email }) => email);
  const dryRun = await send('influencers', people, { isDryRun: true });
  expect(await find(emails)).toEqual([]);
  expect(await send('influencers', people)).toEqual(dryRun);
  expect(await find(emails)).toHaveLength(1);
});

test('values that an import does not know are ignored, also those of other operations', async () => {
  const fan = person({ role: 'admin', password: 'chosen-password', mustChangePassword: 'no' });
  const influencer = person({ password: 'chosen-password', isActive: 'no', applicationId: 'x' });
  expect(await send('fans', [fan])).toMatchObject([{ problem: null }]);
  expect(await send('influencers', [influencer])).toMatchObject([{ problem: null }]);
  expect(await find([fan.email])).toMatchObject([{ role: 'subscriber' }]);
  const body = { email: fan.email, password: 'chosen-password' };
  expect((await app.call('POST', '/api/auth/sign-in', { body })).status).not.toBe(200);
});

test('limited staff are assigned the influencers they import', async () => {
  const limited = await createLimitedStaff(app);
  const mine = person();
  await send('influencers', [mine], { user: limited });
  const list = await app.call('GET', `/api/influencers?search=${mine.email}`, { user: limited });
  expect(list.json.total).toBe(1);
});

test('an import, but not its check, demands a recent confirmation', async () => {
  const colleague = await app.as('staff');
  await app.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(sessions.userId, colleague.id));
  const body = { kind: 'fans', isDryRun: true, rows: [{ number: 2, values: person() }] };
  const call = (values: object) =>
    app.call('POST', '/api/imports', { user: colleague, body: { ...body, ...values } });
  expect((await call({})).status).toBe(200);
  expect((await call({ isDryRun: false })).json.code).toBe('confirmation-required');
});

test('without a mail server nobody is imported, because nobody could be invited', async () => {
  const silent = await createTestApp();
  const user = await silent.as('admin');
  const body = { kind: 'fans', isDryRun: true, rows: [{ number: 2, values: person() }] };
  expect(await silent.call('POST', '/api/imports', { user, body })).toMatchObject({
    status: 409,
    json: { code: 'not-allowed-in-state' },
  });
  await silent.close();
});
