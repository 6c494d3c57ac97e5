import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import type { ReviewTimes } from '../review-times.schema.ts';
import { postReviews } from './post-reviews.table.ts';
import { addScheduledPost } from './reviews.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
afterAll(() => app.close());

const read = async (unit: string): Promise<ReviewTimes> =>
  (await app.call('GET', `/api/review-times?unit=${unit}`, { user: admin })).json;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const DAY = 24 * 60;

test('without decisions and posts there are periods, and nothing in them', async () => {
  const times = await read('week');
  expect(times.waiting).toEqual({ posts: 0, longestMinutes: null, beyondAim: 0 });
  expect(times.periods).toHaveLength(26);
  expect(times.periods[0]).toMatchObject({ decisions: 0, medianMinutes: null, p90Minutes: null });
  expect(times.reviewers).toEqual([]);
});

test('decisions count by day, by week and by reviewer, without undone ones and existing posts', async () => {
  const gone = randomUUID();
  const decided = (by: string, took: number, decidedAt: Date) => ({
    contentHash: 'any',
    decision: 'approved' as const,
    decidedBy: by,
    decidedAt,
    waitedSince: new Date(decidedAt.getTime() - took * 60_000),
  });
  await app.db.transaction(async (tx) => {
    // The posts of these decisions were deleted.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx
      .insert(postReviews)
      .values([
        decided(admin.id, 10, ago(1)),
        decided(admin.id, 30, ago(1)),
        decided(staff.id, 48 * 60, ago(1)),
        decided(gone, 20, ago(3 * DAY)),
        decided(gone, 20, ago(400 * DAY)),
        { ...decided(admin.id, 5, ago(1)), undoneAt: new Date() },
        { contentHash: 'any', decision: 'existing', decidedAt: ago(1) },
      ]);
  });
  const times = await read('day');
  expect(times.total).toEqual({
    decisions: 4,
    medianMinutes: 25,
    // Between 30 minutes and 48 hours, at seven tenths of the way.
    p90Minutes: expect.closeTo(2025),
    withinAim: 3,
  });
  expect(times.periods).toHaveLength(30);
  const today = ago(1).toISOString().slice(0, 10);
  expect(times.periods.find(({ from }) => from === today)).toMatchObject({
    decisions: 3,
    medianMinutes: 30,
  });
  expect(times.reviewers).toMatchObject([
    { name: 'admin 1', decisions: 2, medianMinutes: 20, withinAim: 2 },
    { decisions: 1 },
    { decisions: 1 },
  ]);
  expect(times.reviewers.find(({ id }) => id === gone)).toMatchObject({ name: null });
  const { periods } = await read('week');
  expect(periods.every(({ from }) => new Date(from).getUTCDay() === 1)).toBe(true);
  expect(periods.reduce((sum, { decisions }) => sum + decisions, 0)).toBe(4);
});

test('what waits now counts from when its content was ready', async () => {
  const rule = { requiresConsents: false, requiresAgreements: false, requiresReviews: true };
  const influencer = await app.as('influencer');
  await publish(app, influencer);
  await setPublicationRule(app.db, rule);
  for (const minutes of [10, 50 * 60]) {
    const { id } = await addScheduledPost(app, influencer, staff);
    await app.db.execute(sql`
      insert into post_contents (post_id, content_hash, waits_since) values (${id}, 'any', ${ago(minutes).toISOString()})
      on conflict (post_id) do update set waits_since = excluded.waits_since`);
  }
  const { waiting } = await read('week');
  expect(waiting).toMatchObject({ posts: 2, beyondAim: 1 });
  expect(Math.round(waiting.longestMinutes! / 60)).toBe(50);
});

test('the CSV has a line for each period and reviewer', async () => {
  const { json } = await app.call('GET', '/api/review-times.csv?unit=week', { user: admin });
  const lines = json.trim().split('\r\n');
  expect(lines[1]).toBe('All,,4,25,2025,3,75');
  expect(lines.filter((line: string) => line.startsWith('Week from'))).toHaveLength(26);
  expect(lines).toContain('Reviewer,admin 1,2,20,28,2,100');
});
