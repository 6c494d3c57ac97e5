import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { deleteUser } from './delete-user.ts';
import { storedUser } from './users.testing.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const remove = (id: string, by = admin) => app.call('DELETE', `/api/users/${id}`, { user: by });

test('deleting a fan ends their subscriptions and session', async () => {
  const { fan } = await makeSubscription(app);
  expect((await remove(fan.id)).status).toBe(200);
  expect(await storedUser(app, fan.id)).toBeUndefined();
  const theirs = eq(userSubscriptions.subscriberId, fan.id);
  expect(await app.db.select().from(userSubscriptions).where(theirs)).toMatchObject([
    { status: 'cancelled', endReason: 'deletion' },
  ]);
  expect((await app.call('GET', '/api/account', { user: fan })).status).toBe(401);
  expect((await remove(fan.id)).status).toBe(404);
});

test('a deletion is in the audit trail, and the user is notified', async () => {
  const { fan } = await makeSubscription(app);
  await remove(fan.id);
  const ofFan = eq(auditEntries.entityId, fan.id);
  const entries = await app.db.select().from(auditEntries).where(ofFan);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'deleted', entity: 'users', actorId: admin.id }),
  );
  const mails = await queuedMails(app, fan.email);
  expect(mails.map(({ subject }) => subject)).toContain('Your account was deleted');
  expect(JSON.stringify(mails)).not.toContain(admin.email);
});

test('a refused deletion notifies nobody', async () => {
  const limited = await createLimitedStaff(app);
  const { fan } = await makeSubscription(app);
  const before = await queuedMails(app, fan.email);
  expect((await remove(fan.id, limited)).status).toBe(404);
  expect(await queuedMails(app, fan.email)).toEqual(before);
});

test('the ledger retains a deleted influencer’s payouts and the payee of the balance', async () => {
  const influencer = await app.as('influencer');
  await app.db
    .update(profiles)
    .set({ fullName: 'Nova Sterling' })
    .where(eq(profiles.id, influencer.id));
  const payout = await makePayout(app, influencer);
  await remove(influencer.id);
  const [remaining] = await app.db.select().from(payouts).where(eq(payouts.id, payout.id));
  expect(remaining).toEqual({ ...payout, influencerId: null });
  const [account] = await app.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, payout.shareAccountId));
  expect(account).toMatchObject({
    influencerId: null,
    payeeName: 'Nova Sterling',
    payeeEmail: influencer.email,
  });
});

test('the ledger retains no name of an influencer without transactions', async () => {
  const influencer = await app.as('influencer');
  const accounts = () => app.db.select().from(ledgerAccounts);
  const before = await accounts();
  await remove(influencer.id);
  expect(await accounts()).toEqual(before);
});

test('the files of public pictures are deleted, unless another page uses them', async () => {
  const [own, shared] = ['public/1-own-400x300-7c2530.jpg', 'public/1-both-400x300-7c2530.jpg'];
  const influencer = await app.as('influencer', {
    profilePhotoS3Key: own,
    pageAboutImages: [own, shared],
  });
  const other = await app.as('influencer', { pageHeroImage: shared });
  await remove(influencer.id);
  const keys = (await app.db.select().from(deletedFiles)).map(({ key }) => key);
  expect(keys.filter((key) => key === own)).toHaveLength(1);
  expect(keys).toContain('public/1-own-400x300-7c2530.w320.webp');
  expect(keys.some((key) => key.includes('both'))).toBe(false);
  await remove(other.id);
  const rest = (await app.db.select().from(deletedFiles)).map(({ key }) => key);
  expect(rest).toContain(shared);
});

test('staff cannot delete admins, and nobody can delete themselves', async () => {
  const [staff, other] = [await app.as('staff'), await app.as('admin')];
  expect(await remove(other.id, staff)).toMatchObject({
    status: 403,
    json: { detail: 'Permission Denied: Only admins can delete admin users.' },
  });
  for (const user of [staff, admin]) expect((await remove(user.id, user)).status).toBe(403);
});

test('of two simultaneous deletions one succeeds', async () => {
  const fan = await app.as('subscriber');
  const answers = await Promise.all([1, 2, 3].map(() => remove(fan.id)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test('the influencer operation deletes only influencers', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await app.as('influencer')];
  const actor = { userId: admin.id, role: 'admin', isLimited: false } as Parameters<
    typeof deleteUser
  >[1];
  await expect(deleteUser(app.services, actor, fan.id, 'influencer')).rejects.toMatchObject({
    code: 'not-found',
  });
  await deleteUser(app.services, actor, influencer.id, 'influencer');
  const rows = await app.db.select().from(profiles).where(eq(profiles.id, influencer.id));
  expect(rows).toEqual([]);
});
