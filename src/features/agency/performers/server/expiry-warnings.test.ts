import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '#src/features/content/consents/server/consents.testing.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { warnOfExpiry } from './expiry-warnings.ts';
import { performers } from './performers.table.ts';
import { insertCheck, insertPerformer } from './performers.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
});
afterAll(() => app.close());

/** A day from today on, in UTC. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

async function addVerified(fullName: string, expiresOn: string) {
  const id = await insertPerformer(app.db, influencer.id, { fullName });
  await verify(app, id, { expiresOn });
  return id;
}
const read = async (path: string, user = staff) => (await app.call('GET', path, { user })).json;

test('the team is warned thirty days before the last day of an ID document, and mailed once', async () => {
  const [soon, past, later, archived, renewed, inCheck] = [
    await addVerified('Ada Soon', inDays(29)),
    await addVerified('Bea Past', inDays(-3)),
    await addVerified('Cy Later', inDays(30)),
    await addVerified('Di Archived', inDays(5)),
    await addVerified('Ed Renewed', inDays(5)),
    await addVerified('Flo Checked', inDays(5)),
  ];
  await app.db
    .update(performers)
    .set({ archivedAt: new Date() })
    .where(eq(performers.id, archived));
  await verify(app, renewed, { expiresOn: inDays(900) });
  await insertCheck(app, inCheck, null);

  const listed = await read('/api/performers?verification=expiring');
  expect(listed.rows.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [soon, past].toSorted(),
  );
  const all = await read('/api/performers?search=Later');
  expect(all.rows).toMatchObject([{ id: later, verification: 'verified', expiresOn: inDays(30) }]);

  const kind = 'expiring_document';
  const queue = await read('/api/work-queue');
  expect(queue.items).toContainEqual(expect.objectContaining({ kind, count: 2, late: 1 }));
  const bell = await read('/api/staff-notifications');
  expect(bell.notifications).toContainEqual(
    expect.objectContaining({ kind, id: soon, title: 'Ada Soon', detail: inDays(29) }),
  );
  const outside = await createLimitedStaff(app, await app.as('influencer'));
  const theirs = await read('/api/work-queue', outside);
  expect(theirs.items).not.toContainEqual(expect.objectContaining({ kind }));

  await warnOfExpiry(app.services);
  await warnOfExpiry(app.services);
  expect(await queuedMails(app, staff.email)).toMatchObject([
    {
      subject: '2 ID documents expire soon',
      facts: [{ label: 'Bea Past' }, { label: 'Ada Soon' }],
    },
  ]);
});
