import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { publicImageKeys } from '#src/features/content/page-images/server/public-images.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { publish, subscribe } from '#test/posts.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  staff = await app.as('staff');
});
afterAll(() => app.close());

const remove = (id: string, user = staff) => app.call('DELETE', `/api/influencers/${id}`, { user });
const isThere = async (id: string) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id))).length > 0;

const SHARED = 'public/1-shared-600x400-7c2530.webp';
const OWN = 'public/2-own-600x400-7c2530.webp';

/** Creates an influencer with every kind of related data. */
async function createFullInfluencer() {
  const influencer = await app.as('influencer', {
    pageHeroImage: OWN,
    pageAboutImages: [SHARED, OWN],
  });
  const influencerId = influencer.id;
  const fan = await app.as('subscriber');
  const post = await publish(app, influencer, { notify: [fan] });
  const paid = `sub-${randomUUID()}`;
  const subscriptionId = await subscribe(app, fan, influencer);
  await app.db
    .update(userSubscriptions)
    .set({ providerSubscriptionId: paid })
    .where(eq(userSubscriptions.id, subscriptionId));
  await app.db.insert(tasks).values({ title: 'Open', assignedTo: influencerId });
  await app.db.insert(personNotes).values({ personId: influencerId, note: 'Calls in the evening' });
  await limitStaffTo(app, await app.as('staff'), influencer);
  const applicationId = await createApplication(app.db, { status: 'accepted', influencerId });
  const payout = await makePayout(app, influencer);
  for (const key of [SHARED, OWN].flatMap(publicImageKeys)) await app.storage.put(key, 'bytes');
  return { ...influencer, post, paid, fan, applicationId, payout };
}

/** The tables that still contain this id, apart from the audit trail. */
async function tablesNaming(id: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const naming = [];
  for (const { name } of rows) {
    const found = await app.pool.query(
      `select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`,
      [id],
    );
    if (found.rows.length > 0) naming.push(name);
  }
  return naming.filter((name) => name !== 'audit_entries');
}

test('deleting an influencer deletes all their rows and files', async () => {
  const influencer = await createFullInfluencer();
  await app.as('influencer', { pageHeroImage: SHARED });
  const media = await app.db
    .select()
    .from(contentMedia)
    .where(eq(contentMedia.postId, influencer.post.id));
  expect(await app.storage.exists(media[0]!.s3Key)).toBe(true);

  expect((await remove(influencer.id)).status).toBe(200);
  // The provider may still report payments, so the subscriptions stay, but have ended; the records of
  // works name the addresses at which they were published (28 CFR 75.2).
  expect((await tablesNaming(influencer.id)).toSorted()).toEqual([
    'removed_works',
    'user_subscriptions',
  ]);
  expect((await app.call('GET', '/api/auth/session', { user: influencer })).json).toEqual({
    session: null,
  });
  await deleteListedFiles(app.db, app.storage);
  const exist = (keys: string[]) => Promise.all(keys.map((key) => app.storage.exists(key)));
  expect(await exist([media[0]!.s3Key, ...publicImageKeys(OWN)])).not.toContain(true);
  // Another page also uses it.
  expect(await exist(publicImageKeys(SHARED))).not.toContain(false);
});

test('payouts stay in the ledger with the name of the payee', async () => {
  const { id, email, payout } = await createFullInfluencer();
  await remove(id, admin);
  const remaining = await app.db.select().from(payouts).where(eq(payouts.payeeEmail, email));
  expect(remaining).toEqual([{ ...payout, influencerId: null }]);
});

test('the converted application stays and can be converted again', async () => {
  const { id, applicationId } = await createFullInfluencer();
  await remove(id);
  const [application] = await app.db
    .select()
    .from(influencerApplications)
    .where(eq(influencerApplications.id, applicationId));
  expect(application).toMatchObject({ status: 'accepted', influencerId: null });
});

test('a disconnected provider does not block the deletion: a job waits for it', async () => {
  const { id, paid } = await createFullInfluencer();
  const [sold] = await app.db
    .update(userSubscriptions)
    .set({ provider: 'elsewhere' })
    .where(eq(userSubscriptions.providerSubscriptionId, paid))
    .returning();
  expect((await remove(id)).status).toBe(200);
  expect(await isThere(id)).toBe(false);
  const { rows } = await app.pool.query(
    "select from jobs.job where name = 'provider-changes' and data ->> 'subscriptionId' = $1",
    [sold!.id],
  );
  expect(rows).toHaveLength(1);
});

test('fans, staff and admins cannot be deleted here', async () => {
  for (const user of [await app.as('subscriber'), await app.as('staff'), await app.as('admin')]) {
    const { status } = await remove(user.id, admin);
    expect(status).toBe(404);
    expect(await isThere(user.id)).toBe(true);
  }
  expect((await remove(randomUUID())).status).toBe(404);
});

test('limited staff cannot delete influencers, nor find any outside their limit', async () => {
  const [own, foreign] = [await app.as('influencer'), await app.as('influencer')];
  const limited = await app.as('staff');
  await limitStaffTo(app, limited, own);
  expect((await remove(foreign.id, limited)).status).toBe(404);
  expect((await remove(own.id, limited)).status).toBe(403);
  for (const { id } of [own, foreign]) expect(await isThere(id)).toBe(true);
});

test('of ten simultaneous deletions one succeeds, the others return not found', async () => {
  const { id } = await createFullInfluencer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
  const of = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([of(200), of(404)]).toEqual([1, 9]);
});
