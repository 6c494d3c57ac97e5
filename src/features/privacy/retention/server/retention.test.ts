import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { checkouts, paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { RETENTION_MONTHS } from '#src/lib/retention.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { enforceRetention, RETENTION_RULES } from './enforce-retention.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.db.delete(influencerApplications);
  await app.db.delete(contactMessages);
  await app.db.delete(paymentEvents);
  await app.db.delete(checkouts);
});
afterAll(() => app.close());

/** Four days inside the period, and four after it, because months differ in length. */
const aroundEndOf = (months: number) =>
  [4, -4].map((days) => {
    const at = new Date();
    at.setUTCMonth(at.getUTCMonth() - months);
    return new Date(at.getTime() + days * 24 * 60 * 60_000);
  }) as [Date, Date];
const enforce = () => enforceRetention(app.services);
const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('is deleted after its period, not before', () => {
  test('a rejected application', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.rejectedApplications);
    const left = await createApplication(app.db, { status: 'rejected', reviewedAt: recent });
    await createApplication(app.db, { status: 'rejected', reviewedAt: old });
    await enforce();
    const rows = await app.db
      .select({ id: influencerApplications.id })
      .from(influencerApplications);
    expect(rows).toEqual([{ id: left }]);
  });

  test('an answered message', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.answeredMessages);
    const message = {
      name: 'Ada',
      email: 'ada@example.test',
      topic: 'My account',
      message: 'y',
    } as const;
    await app.db.insert(contactMessages).values([
      { ...message, fingerprint: '1', answeredAt: recent },
      { ...message, fingerprint: '2', answeredAt: old },
      { ...message, fingerprint: '3', createdAt: old },
    ]);
    await enforce();
    const rows = await app.db.select().from(contactMessages);
    expect(rows.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(['1', '3']);
  });

  test('a handled payment event', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.handledPaymentEvents);
    const event = { provider: 'sandbox', type: 'renewal', content: '{}' };
    await app.db.insert(paymentEvents).values([
      { ...event, providerEventId: '1', handledAt: recent },
      { ...event, providerEventId: '2', handledAt: old },
      { ...event, providerEventId: '3' },
    ]);
    await enforce();
    const rows = await app.db.select().from(paymentEvents);
    expect(rows.map(({ providerEventId }) => providerEventId).toSorted()).toEqual(['1', '3']);
  });

  test('a checkout without a payment', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.unfinishedCheckouts);
    const order = {
      provider: 'sandbox',
      subscriberId: randomUUID(),
      influencerId: randomUUID(),
      subscriptionPlanId: randomUUID(),
      priceCents: 999,
    };
    await app.db.insert(checkouts).values([
      { ...order, status: 'expired', expiresAt: recent },
      { ...order, status: 'expired', expiresAt: old },
      { ...order, status: 'completed', expiresAt: old },
    ]);
    await enforce();
    const rows = await app.db.select().from(checkouts);
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['completed', 'expired']);
  });

  test('that the mail server accepted a mail', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.sentMails);
    const mail = {
      recordId: randomUUID(),
      subject: 'Receipt',
      messageId: '<1@x>',
      reply: '250 OK',
    };
    const ids = [randomUUID(), randomUUID()] as const;
    await app.db.insert(sentMails).values([
      { ...mail, id: ids[0], acceptedAt: recent },
      { ...mail, id: ids[1], acceptedAt: old },
    ]);
    await enforce();
    const left = await app.db.select({ id: sentMails.id }).from(sentMails);
    expect(left).toEqual([{ id: ids[0] }]);
  });

  test('which posts a fan has seen; the post stays counted', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.seenPosts);
    const [fan, influencer] = [await app.as('subscriber'), await app.as('influencer')];
    await subscribe(app, fan, influencer);
    const postIds = [(await publish(app, influencer)).id, (await publish(app, influencer)).id];
    await app.call('POST', '/api/posts/views', { user: fan, body: { postIds } });
    for (const [index, viewedAt] of [recent, old].entries()) {
      const isView = eq(postViews.postId, postIds[index]!);
      await app.db.update(postViews).set({ viewedAt }).where(isView);
    }
    await enforce();
    const left = await app.db.select({ postId: postViews.postId }).from(postViews);
    expect(left).toEqual([{ postId: postIds[0] }]);
    const { posts } = (await app.call('GET', '/api/posts', { user: influencer })).json;
    expect(posts.map(({ views }: { views: number }) => views)).toEqual([1, 1]);
  });

  test('an entry of the audit trail, which nobody can delete earlier', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.auditEntries);
    const actorId = randomUUID();
    const entry = {
      actorId,
      actorEmail: 'staff@example.test',
      actorRole: 'staff',
      address: 'local',
      requestId: randomUUID(),
      operation: 'test',
      action: 'changed',
      entity: 'users',
      entityId: '1',
    } as const;
    await app.db.insert(auditEntries).values([
      { ...entry, label: 'recent', at: recent },
      { ...entry, label: 'old', at: old },
    ]);
    await enforce();
    const isEntry = eq(auditEntries.actorId, actorId);
    const rows = await app.db.select().from(auditEntries).where(isEntry);
    expect(rows.map(({ label }) => label)).toEqual(['recent']);
    await expect(app.db.delete(auditEntries).where(isEntry)).rejects.toMatchObject({
      cause: { message: 'entries of the audit trail are retained for 36 months' },
    });
  });

  test('a notification, however many there are', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.notifications);
    const { id } = await publish(app, await app.as('influencer'));
    // More than one statement deletes.
    await app.db.execute(sql`
      with fan as (
        insert into users (email) select 'n-' || n || '@example.test' from generate_series(1, 5100) n
        returning id, email
      ), profile as (insert into profiles (id, email) select id, email from fan returning id)
      insert into post_notifications (post_id, subscriber_id, created_at)
      select ${id}::uuid, profile.id, ${old.toISOString()}::timestamptz from profile`);
    const fan = await app.as('subscriber');
    await app.db.execute(sql`insert into post_notifications (post_id, subscriber_id, created_at)
      values (${id}::uuid, ${fan.id}::uuid, ${recent.toISOString()}::timestamptz)`);
    await enforce();
    const { rows } = await app.db.execute(sql`select subscriber_id from post_notifications`);
    expect(rows).toEqual([{ subscriber_id: fan.id }]);
  });

  test('a mail that was written to a file', async () => {
    const [recent, old] = aroundEndOf(RETENTION_MONTHS.mailFiles);
    const folder = path.join(app.config.dataDir, 'mail');
    await mkdir(folder, { recursive: true });
    for (const [name, at] of [
      ['recent.eml', recent],
      ['old.eml', old],
    ] as const) {
      await writeFile(path.join(folder, name), '');
      await utimes(path.join(folder, name), at, at);
    }
    await enforce();
    expect(await readdir(folder)).toEqual(['recent.eml']);
  });
});

test.each(RETENTION_RULES.map((rule) => ({ ...rule, name: getTableName(rule.table) })))(
  'an index begins with what determines the age of rows in $name',
  async ({ name, since, where }) => {
    // A partial index serves only a rule with its condition.
    const { rows } = await app.db.execute(sql`
      select from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${name}::regclass and a.attname = ${toSnakeCase(since.name)}
        and (i.indpred is null or ${where !== undefined})`);
    expect(rows.length).toBeGreaterThan(0);
  },
);

test('docs/privacy.md names every period', () => {
  const text = readFileSync(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/\| (\d+) months after [^|]+\| `retention`: `(\w+)` \|/g)];
  expect(new Set(named.map(([, months, period]) => `${period} ${months}`))).toEqual(
    new Set(Object.entries(RETENTION_MONTHS).map(([period, months]) => `${period} ${months}`)),
  );
});
