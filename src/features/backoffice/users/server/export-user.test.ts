import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function download(path: string, { cookie }: TestUser) {
  const response = await app.app.request(path, { headers: { cookie } });
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}
const code = async (id: string, user: TestUser) =>
  (await app.call('GET', `/api/users/${id}/export`, { user })).json.code;

test('an admin downloads the archive that a user gets, and nobody else’s data', async () => {
  const admin = await app.as('admin');
  const { fan } = await makeSubscription(app);
  const files = await download(`/api/users/${fan.id}/export`, admin);
  expect(Object.keys(files).toSorted()).toEqual(
    Object.keys(await download('/api/account/export', fan)).toSorted(),
  );
  expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject([{ id: fan.id }]);
  const text = Object.values(files).map((bytes) => strFromU8(bytes));
  expect(text.join('\n')).not.toContain(admin.id);
});

test('it is in the audit trail, and the user is notified', async () => {
  const [admin, fan] = [await app.as('admin'), await app.as('subscriber')];
  await download(`/api/users/${fan.id}/export`, admin);
  const byAdmin = eq(auditEntries.actorId, admin.id);
  expect(await app.db.select().from(auditEntries).where(byAdmin)).toMatchObject([
    { action: 'exported', entityId: `/api/users/${fan.id}/export` },
  ]);
  const [mail, ...others] = await queuedMails(app, fan.email);
  expect(others).toEqual([]);
  expect(mail!.paragraphs[0]).toContain('A member of our team just downloaded a copy');
  expect(JSON.stringify(mail)).not.toContain(admin.email);
});

test('the downloads of an admin do not use up those of the user', async () => {
  const [admin, fan] = [await app.as('admin'), await app.as('subscriber')];
  for (let count = 0; count < 5; count++) await download(`/api/users/${fan.id}/export`, admin);
  expect(await code(fan.id, admin)).toBe('rate-limited');
  await download('/api/account/export', fan);
});

test('only admins may, with a recent confirmation, and for users who exist', async () => {
  const [admin, staff, fan] = [
    await app.as('admin'),
    await app.as('staff'),
    await app.as('subscriber'),
  ];
  expect(await code(fan.id, staff)).toBe('forbidden');
  expect(await code(fan.id, fan)).toBe('forbidden');
  expect(await code(randomUUID(), admin)).toBe('not-found');
  await app.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(sessions.userId, admin.id));
  expect(await code(fan.id, admin)).toBe('confirmation-required');
  expect(await queuedMails(app, fan.email)).toEqual([]);
});
