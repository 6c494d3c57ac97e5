import { readFileSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { RETENTION_MONTHS } from '#src/lib/retention.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { enforceRetention } from './enforce-retention.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.db.delete(influencerApplications);
  await app.db.delete(contactMessages);
  await app.db.delete(paymentEvents);
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

test('docs/privacy.md names every period', () => {
  const text = readFileSync(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/\| (\d+) months after [^|]+\| `retention`: `(\w+)` \|/g)];
  expect(new Set(named.map(([, months, period]) => `${period} ${months}`))).toEqual(
    new Set(Object.entries(RETENTION_MONTHS).map(([period, months]) => `${period} ${months}`)),
  );
});
