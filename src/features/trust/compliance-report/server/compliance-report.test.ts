import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  blockedFiles,
  blockedUploads,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { postReviews } from '#src/features/trust/reviews/server/post-reviews.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { formatHours } from '../compliance-report.rules.ts';
import type { ComplaintFigures, ComplianceReport } from '../compliance-report.schema.ts';

const MONTH = '2026-03';
const at = (day: string) => new Date(`${day}T00:00:00.000Z`);

let app: TestApp;
let admin: TestUser;
let report: ComplianceReport;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  const influencer = await app.as('influencer');
  const content = { caption: 'A post', category: 'Cosplay', aiUse: 'none' } as const;
  const post = { influencerId: influencer.id, ...content };
  const publishedAt = (day: string) => ({ publishAt: at(day), publishedAt: at(day) });
  await app.db
    .insert(contentPosts)
    .values([
      { ...post, createdAt: at('2026-01-10'), ...publishedAt('2026-03-01') },
      { ...post, hiddenAt: at('2026-04-02'), lastPublishedAt: at('2026-03-31') },
      { ...post, ...publishedAt('2026-04-01') },
      post,
    ]);
  const review = { influencerId: influencer.id, contentHash: 'any', decidedBy: admin.id };
  const minutes = (day: string, count: number) => ({
    waitedSince: at(day),
    decidedAt: new Date(at(day).getTime() + count * 60_000),
  });
  await app.db.transaction(async (tx) => {
    // The posts of these decisions were deleted.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.insert(postReviews).values([
      { ...review, decision: 'approved', ...minutes('2026-03-01', 10) },
      { ...review, decision: 'approved', ...minutes('2026-03-31', 30) },
      { ...review, decision: 'approved', ...minutes('2026-03-02', 5), undoneAt: at('2026-03-02') },
      { ...review, decision: 'rejected', policy: 'age', ...minutes('2026-03-05', 90) },
      { ...review, decision: 'approved', ...minutes('2026-04-01', 1) },
      {
        influencerId: influencer.id,
        contentHash: 'any',
        decision: 'existing',
        decidedAt: at('2026-03-03'),
      },
    ]);
  });
  const decided = { policy: 'privacy', decisionText: 'A street is shown.' } as const;
  const late = { createdAt: at('2026-02-20'), dueAt: at('2026-03-01') };
  const inTime = { createdAt: at('2026-03-10'), dueAt: at('2026-03-20') };
  const appealed = await addComplaint(app, {
    ...inTime,
    ...decided,
    outcome: 'removed',
    decidedAt: at('2026-03-11'),
  });
  await addComplaint(app, { ...late, ...decided, outcome: 'removed', decidedAt: at('2026-03-02') });
  await addComplaint(app, {
    ...inTime,
    outcome: 'no_action',
    policy: 'no_violation',
    decisionText: 'Nothing is shown.',
    decidedAt: at('2026-04-01'),
  });
  await addComplaint(app, { ...inTime, kind: 'other' });
  await addComplaint(app, { kind: 'other', createdAt: at('2026-04-01') });
  await app.db.insert(complaintAppeals).values({
    complaintId: appealed,
    party: 'influencer',
    text: 'It is a backdrop.',
    createdAt: at('2026-03-15'),
    decidedAt: at('2026-03-18'),
    outcome: 'no_action',
    policy: 'no_violation',
    decisionText: 'It is a backdrop.',
  });
  const id = randomUUID();
  await app.db.insert(blockedFiles).values({
    id,
    source: 'file',
    name: 'street.jpg',
    reason: 'Removed',
    sha256: randomBytes(32).toString('hex'),
    createdAt: at('2026-03-11'),
  });
  const upload = { blockedFileId: id, fileName: 'again.jpg' };
  await app.db.insert(blockedUploads).values([
    { ...upload, matchedAt: at('2026-03-12') },
    { ...upload, matchedAt: at('2026-04-12') },
  ]);
  const { json } = await app.call('GET', `/api/compliance-report?month=${MONTH}`, { user: admin });
  report = json as ComplianceReport;
});
afterAll(() => app.close());

const ofKind = (kind: ComplaintFigures['kind']) =>
  report.complaints.find((figures) => figures.kind === kind);

test('counts what happened from the first to the last instant of the month', () => {
  expect(report).toMatchObject({
    month: MONTH,
    postsPublished: 2,
    postsApproved: 2,
    postsReturned: 0,
    postsRejected: 1,
    // After 10, 30 and 90 minutes.
    reviewTimes: { decisions: 3, medianMinutes: 30, p90Minutes: 78, withinAim: 3 },
    postsUnsampled: 0,
    appealsReceived: 1,
    appealsDecided: 1,
    decisionsChanged: 1,
    filesBlocked: 1,
    uploadsRefused: 1,
  });
  expect(report.months.slice(-3)).toEqual(['2026-03', '2026-02', '2026-01']);
});

test('counts complaints by kind, the late ones and those that were open at the end', () => {
  expect(ofKind('privacy')).toEqual({
    kind: 'privacy',
    received: 2,
    removed: 2,
    noAction: 0,
    late: 1,
    openAtEnd: 1,
    // One day and ten days.
    medianHours: 132,
  });
  expect(ofKind('other')).toMatchObject({
    received: 1,
    removed: 0,
    openAtEnd: 1,
    medianHours: null,
  });
  expect(ofKind('minor')).toMatchObject({ received: 0, openAtEnd: 0 });
});

test('counts verifications and consents of the month alone', async () => {
  const performerId = randomUUID();
  await app.db.execute(sql`
    insert into performers (id, kind, full_name, legal_given_names, legal_surname, date_of_birth, country)
    values (${performerId}, 'co-performer', 'Mara', 'Mara', 'Vale', '1990-01-01', 'US')`);
  await app.db.execute(sql`
    insert into performer_verifications (performer_id, status, word, decided_by, decided_at, reason)
    values (${performerId}, 'rejected', 'velvet', gen_random_uuid(), '2026-03-31T23:59:59Z', 'Blurred'),
      (${performerId}, 'rejected', 'velvet', gen_random_uuid(), '2026-04-01T00:00:00Z', 'Blurred')`);
  const read = async (month: string) =>
    (await app.call('GET', `/api/compliance-report?month=${month}`, { user: admin })).json;
  expect(await read(MONTH)).toMatchObject({ identitiesRejected: 1, identitiesVerified: 0 });
});

test('the CSV has each figure once, and the PDF is a document', async () => {
  const csv = await app.call('GET', `/api/compliance-report.csv?month=${MONTH}`, { user: admin });
  expect(csv.json).toContain('2026-03,Complaints,Privacy,Removed,2\r\n');
  expect(csv.json.match(/Posts published/g)).toHaveLength(1);
  expect(csv.json).toContain('Posts and their review,,Median time to review (minutes),30\r\n');
  const pdf = await app.call('GET', `/api/compliance-report.pdf?month=${MONTH}`, { user: admin });
  expect(pdf.json.startsWith('%PDF-')).toBe(true);
});

test('short times are in hours, long ones in days', () => {
  expect([null, 0.4, 30, 200].map((hours) => formatHours(hours))).toEqual([
    '–',
    'Under 1 hour',
    '30 h',
    '8 days',
  ]);
});
