import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { MailFrequency } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { startSmtp } from '#test/smtp.ts';
import { latestPeriodEnd, type PostMailFrequency } from '../post-mails.rules.ts';
import { postMails } from './post-mails.table.ts';
import { mailNewPosts } from './post-mails.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp({
    onRcptTo({ address }, _session, done) {
      const isRefused = address.startsWith('refused-');
      done(isRefused ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null);
    },
  });
  app = await createTestApp({
    SMTP_URL: `smtp://desk:pa55word@${smtp.address}`,
    PUBLIC_URL: 'https://app.test',
  });
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

const HOUR_MS = 60 * 60_000;
// The end of a daily and of a weekly period: a Friday.
const END = latestPeriodEnd('weekly', new Date());
const after = (ms: number) => new Date(END.getTime() + ms);

let influencer: TestUser;
beforeEach(async () => {
  smtp.mails.length = 0;
  influencer = await app.as('influencer');
});
afterEach(async () => {
  await app.db.delete(postNotifications);
  await app.db.delete(postMails);
});

/** A fan of the influencer with this preference. */
async function createFan(posts?: MailFrequency, of = influencer): Promise<TestUser> {
  const fan = await app.as('subscriber');
  await subscribe(app, fan, of);
  if (posts) await choose(fan, posts);
  return fan;
}
const choose = (user: TestUser, posts: MailFrequency) =>
  app.call('PUT', '/api/mail-preferences', { user, body: { posts } });

/** Publishes a post, and notifies the fans at this time. */
async function publishAt(at: Date, notify: TestUser[], by = influencer): Promise<string> {
  const { id } = await publish(app, by, { notify, caption: 'A secret caption' });
  await app.db
    .update(postNotifications)
    .set({ createdAt: at })
    .where(eq(postNotifications.postId, id));
  return id;
}

const run = (frequency: PostMailFrequency = 'daily', now = after(HOUR_MS), batchSize = 200) =>
  mailNewPosts(app.services, frequency, { now, batchSize });
const recipients = () => smtp.mails.map(({ to }) => to[0]!).toSorted();
const emailsOf = (...fans: TestUser[]) => fans.map(({ email }) => email).toSorted();

test('fans get no mails about new posts before they confirm their address', async () => {
  const [confirmed, unconfirmed] = [await createFan(), await createFan()];
  await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, unconfirmed.id));
  await publishAt(after(-HOUR_MS), [confirmed, unconfirmed]);
  await run();
  expect(recipients()).toEqual(emailsOf(confirmed));
});

describe('a mail about new posts', () => {
  test('names influencers and counts in its body only, without captions or pictures', async () => {
    const other = await app.as('influencer');
    const fan = await createFan();
    await subscribe(app, fan, other);
    await publishAt(after(-HOUR_MS), [fan]);
    await publishAt(after(-2 * HOUR_MS), [fan], other);
    await publishAt(after(-3 * HOUR_MS), [fan], other);
    await run();
    const [mail] = smtp.mails;
    expect(mail!.headers.get('subject')).toBe('You have 3 new posts');
    const names = await app.db
      .select({ name: profiles.fullName })
      .from(profiles)
      .where(inArray(profiles.id, [other.id, influencer.id]));
    for (const { name } of names) expect(mail!.text).toContain(`${name}: `);
    expect(mail!.text).toContain('2 new posts');
    expect(mail!.text).toContain('https://app.test/my-feed');
    expect(mail!.text + mail!.html).not.toMatch(/A secret caption|<img|\/media\//);
    const preview = /display:none[^>]*>([^<]*)</.exec(mail!.html)![1]!;
    for (const { name } of names) expect(preview).not.toContain(name);
  });

  test('can be switched off by its headers', async () => {
    const fan = await createFan();
    await publishAt(after(-HOUR_MS), [fan]);
    await run();
    const [mail] = smtp.mails;
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /<https:\/\/app\.test(\/unsubscribe\/\S+)>/.exec(
      mail!.headers.get('list-unsubscribe')!,
    )![1]!;
    const { status } = await app.app.request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(status).toBe(200);
    await publishAt(after(HOUR_MS), [fan]);
    await run('daily', after(DAY_MS));
    expect(smtp.mails).toHaveLength(1);
  });

  test('leads to the posts of a single influencer', async () => {
    const fan = await createFan();
    await publishAt(after(-HOUR_MS), [fan]);
    await run();
    expect(smtp.mails[0]!.headers.get('subject')).toBe('You have a new post');
    expect(smtp.mails[0]!.text).toContain(`https://app.test/subscriptions/${influencer.id}`);
  });
});

test('each frequency reaches the fans who chose it, and daily those who chose nothing', async () => {
  const [none, daily, weekly, atOnce, off] = [
    await createFan(),
    await createFan('daily'),
    await createFan('weekly'),
    await createFan('at_once'),
    await createFan('off'),
  ];
  await publishAt(after(-HOUR_MS), [none, daily, weekly, atOnce, off]);
  await run('daily');
  expect(recipients()).toEqual(emailsOf(none, daily));
  smtp.mails.length = 0;
  await run('weekly');
  expect(recipients()).toEqual(emailsOf(weekly));
  smtp.mails.length = 0;
  await run('at_once');
  expect(recipients()).toEqual(emailsOf(atOnce));
});

test('a fan receives at most one mail per period, however often the job is repeated', async () => {
  const fan = await createFan();
  await publishAt(after(-HOUR_MS), [fan]);
  await run();
  await publishAt(after(-HOUR_MS), [fan]);
  await publishAt(after(2 * HOUR_MS), [fan]);
  await run('daily', after(3 * HOUR_MS));
  await run('daily', after(4 * HOUR_MS));
  expect(recipients()).toEqual(emailsOf(fan));
});

test('concurrent runs of a job send each mail once', async () => {
  const fans = await Promise.all(Array.from({ length: 20 }, () => createFan()));
  await publishAt(after(-HOUR_MS), fans);
  await Promise.all([1, 2, 3].map(() => run('daily', after(HOUR_MS), 5)));
  expect(recipients()).toEqual(emailsOf(...fans));
});

test('a post is mailed once, also after a change of the frequency', async () => {
  const fan = await createFan('at_once');
  await publishAt(after(-HOUR_MS), [fan]);
  await run('at_once', after(0));
  await run('at_once', after(HOUR_MS));
  await choose(fan, 'daily');
  await run('daily', after(2 * HOUR_MS));
  await choose(fan, 'weekly');
  await run('weekly', after(3 * HOUR_MS));
  expect(smtp.mails).toHaveLength(1);
  await publishAt(after(4 * HOUR_MS), [fan]);
  await choose(fan, 'at_once');
  await run('at_once', after(5 * HOUR_MS));
  expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'You have a new post',
    'You have a new post',
  ]);
});

test('a digest reports the posts since the previous one, not those after its period', async () => {
  const fan = await createFan();
  await publishAt(after(-HOUR_MS), [fan]);
  await publishAt(after(30 * 60_000), [fan]);
  await run('daily', after(HOUR_MS));
  await run('daily', after(DAY_MS + HOUR_MS));
  await run('daily', after(2 * DAY_MS + HOUR_MS));
  expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'You have a new post',
    'You have a new post',
  ]);
});

test('posts that the fan has read are not mailed', async () => {
  const [fan, other] = [await createFan(), await createFan()];
  await publishAt(after(-HOUR_MS), [fan, other]);
  await app.call('POST', '/api/notifications/read', { user: fan, body: {} });
  await run();
  expect(recipients()).toEqual(emailsOf(other));
});

test.each([
  ['ended', { status: 'cancelled', endedAt: new Date(), endReason: 'fan' }],
  ['suspended', { status: 'paused' }],
  ['past due', { status: 'past_due', pastDueSince: new Date() }],
  ['cancelled until a moment that has passed', { cancelAt: new Date(Date.now() - 1_000) }],
] as const)('posts of a subscription that is %s are not mailed', async (_, state) => {
  const fan = await createFan();
  const other = await app.as('influencer');
  await subscribe(app, fan, other);
  await publishAt(after(-HOUR_MS), [fan]);
  await publishAt(after(-HOUR_MS), [fan], other);
  await app.db
    .update(userSubscriptions)
    .set(state)
    .where(eq(userSubscriptions.influencerId, influencer.id));
  await run();
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]!.text).toContain(`/subscriptions/${other.id}`);
});

test('unpublished and deleted posts are not mailed', async () => {
  const fan = await createFan();
  const [hidden, deleted] = [
    await publishAt(after(-HOUR_MS), [fan]),
    await publishAt(after(-HOUR_MS), [fan]),
  ];
  await app.db.update(contentPosts).set({ publishedAt: null }).where(eq(contentPosts.id, hidden));
  await app.db.delete(contentPosts).where(eq(contentPosts.id, deleted));
  await run();
  expect(smtp.mails).toEqual([]);
});

test('suspended and deleted fans receive nothing, until the suspension is lifted', async () => {
  const [suspended, deleted] = [await createFan(), await createFan()];
  await publishAt(after(-HOUR_MS), [suspended, deleted]);
  const ban = (banned: boolean) =>
    app.db.update(users).set({ banned }).where(eq(users.id, suspended.id));
  await ban(true);
  await app.db.delete(users).where(eq(users.id, deleted.id));
  await run();
  expect(smtp.mails).toEqual([]);
  await ban(false);
  await run();
  expect(recipients()).toEqual(emailsOf(suspended));
});

describe('when mail fails', () => {
  test('the job fails, and its repetition sends only the mails that were not sent', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => createFan()));
    await publishAt(after(-HOUR_MS), fans);
    smtp.refuse(3);
    await expect(run()).rejects.toThrow('3 mails about new posts were not sent');
    expect(smtp.mails).toHaveLength(5);
    await run();
    expect(recipients()).toEqual(emailsOf(...fans));
  });

  test('an unavailable server is not tried for every fan', async () => {
    const fans = await Promise.all(Array.from({ length: 6 }, () => createFan()));
    await publishAt(after(-HOUR_MS), fans);
    const before = smtp.refusals();
    smtp.refuse(1);
    await expect(run('daily', after(HOUR_MS), 1)).rejects.toThrow('1 mails');
    expect([smtp.refusals() - before, smtp.mails.length]).toEqual([1, 0]);
    await run();
    expect(recipients()).toEqual(emailsOf(...fans));
  });

  test('an address that the server refuses for good is not tried again', async () => {
    const [fan, other] = [await createFan(), await createFan()];
    await app.db
      .update(users)
      .set({ email: `refused-${fan.email}` })
      .where(eq(users.id, fan.id));
    await publishAt(after(-HOUR_MS), [fan, other]);
    await run();
    await run();
    expect(recipients()).toEqual(emailsOf(other));
  });

  test('a run that is killed between claim and delivery is not repeated for its fans', async () => {
    const fan = await createFan();
    await publishAt(after(-HOUR_MS), [fan]);
    const killed = { ...app.services.mail, send: () => new Promise<void>(() => {}) };
    void mailNewPosts({ ...app.services, mail: killed }, 'daily', { now: after(HOUR_MS) });
    await expect.poll(() => app.db.select().from(postMails)).toHaveLength(1);
    await run();
    expect(smtp.mails).toEqual([]);
  });

  test('a stopping server leaves the rest to a later run', async () => {
    const fan = await createFan();
    await publishAt(after(-HOUR_MS), [fan]);
    const live = { stopping: AbortSignal.abort() };
    const stopping = mailNewPosts({ ...app.services, live }, 'daily', { now: after(HOUR_MS) });
    await expect(stopping).rejects.toThrow('1 mails');
    await run();
    expect(recipients()).toEqual(emailsOf(fan));
  });
});

test('many fans are mailed in batches, with two statements for each', async () => {
  const fans = await Promise.all(Array.from({ length: 25 }, () => createFan()));
  await publishAt(after(-HOUR_MS), fans);
  let statements = 0;
  const pool = new Proxy(app.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'query') statements += 1;
      return value.bind(target) as unknown;
    },
  });
  await mailNewPosts({ ...app.services, pool }, 'daily', { now: after(HOUR_MS), batchSize: 10 });
  expect(recipients()).toEqual(emailsOf(...fans));
  const allFans = await app.db.select().from(userRoles).where(eq(userRoles.role, 'subscriber'));
  expect(statements).toBe(2 * (Math.floor(allFans.length / 10) + 1));
});
