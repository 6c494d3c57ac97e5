import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { auditEntries } from './audit.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const entriesOf = async (actorId: string) => {
  const all = await app.db.select().from(auditEntries).orderBy(auditEntries.id);
  return all.filter((entry) => entry.actorId === actorId);
};

test('a change by staff is recorded with actor, address, and the values before and after', async () => {
  const staff = await app.as('staff');
  const fan = await app.as('subscriber');
  await app.call('POST', `/api/users/${fan.id}/suspend`, {
    user: staff,
    body: { reason: 'other' },
  });
  expect(await entriesOf(staff.id)).toEqual([
    expect.objectContaining({
      actorEmail: staff.email,
      actorRole: 'staff',
      address: 'local',
      operation: `POST /api/users/${fan.id}/suspend`,
      action: 'changed',
      entity: 'users',
      entityId: fan.id,
      label: fan.email,
      before: { banned: false, ban_expires: null, suspended_for: null },
      after: { banned: true, ban_expires: expect.any(String), suspended_for: 'other' },
    }),
  ]);
});

test('changes by fans and by background jobs are not recorded', async () => {
  const fan = await app.as('subscriber');
  const body = {
    gender: 'other',
    sexualPreference: null,
    preferences: [],
    specialDataConsent: false,
  };
  expect((await app.call('PUT', '/api/account', { user: fan, body })).status).toBe(200);
  expect(await entriesOf(fan.id)).toEqual([]);
});

test('a change that is rolled back leaves no entry', async () => {
  const staff = await app.as('staff');
  const body = {
    caption: 'x',
    category: 'Goth',
    aiUse: 'none',
    mediaIds: [],
    influencerId: staff.id,
  };
  expect((await app.call('POST', '/api/posts', { user: staff, body })).status).toBe(400);
  expect(await entriesOf(staff.id)).toEqual([]);
});

test('concurrent requests are each attributed to their own actor', async () => {
  const staff = await Promise.all(Array.from({ length: 12 }, () => app.as('staff')));
  const fans = await Promise.all(staff.map(() => app.as('subscriber')));
  await Promise.all(
    staff.flatMap((user, index) => [
      app.call('POST', `/api/users/${fans[index]!.id}/suspend`, {
        user,
        body: { reason: 'other' },
      }),
      app.call('GET', '/api/contact', { user }),
    ]),
  );
  for (const [index, { id }] of staff.entries()) {
    expect((await entriesOf(id)).map(({ entityId }) => entityId)).toEqual([fans[index]!.id]);
  }
  const { rows } = await app.db.execute(
    sql`select current_setting('velvet_rope.signature', true) as signature`,
  );
  expect(rows[0]?.signature ?? '').toBe('');
});

test('a deleted row stays in the audit trail, without sensitive values', async () => {
  const staff = await app.as('staff');
  const fan = await app.as('subscriber', { gender: 'other', phone: '+1 555 0100' });
  const { withOrigin, auditChangesBy } = await import('./audit.ts');
  await withOrigin({ address: '10.1.2.3', operation: 'test' }, async () => {
    auditChangesBy({ userId: staff.id, email: staff.email, role: 'staff' });
    await app.db.execute(sql`delete from users where id = ${fan.id}`);
  });
  const entries = await entriesOf(staff.id);
  expect(entries.map(({ entity, action }) => `${action} ${entity}`).toSorted()).toEqual([
    'deleted credentials',
    'deleted profiles',
    'deleted user_roles',
    'deleted users',
  ]);
  expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
  const profile = entries.find(({ entity }) => entity === 'profiles');
  expect(profile?.before).toMatchObject({ phone: '+1 555 0100', gender: '(hidden)' });
  const credential = entries.find(({ entity }) => entity === 'credentials');
  expect(credential?.before).toMatchObject({ password: '(hidden)' });
});

test.each([
  ['changed', sql`update audit_entries set label = 'x'`, 'are never changed'],
  ['deleted', sql`delete from audit_entries`, 'are retained for 36 months'],
  ['emptied', sql`truncate audit_entries`, 'are never changed'],
])('the audit trail cannot be %s', async (_, statement, refusal) => {
  await expect(app.db.execute(statement)).rejects.toMatchObject({
    cause: { message: `entries of the audit trail ${refusal}` },
  });
});

// Maintained by hand: a new table is either audited or listed here with the reason.
const NOT_AUDITED = [
  'age_checks', // Started by visitors and fans.
  'agreement_notices', // Mailed by a job.
  'application_pictures', // Added by applicants.
  'audit_entries', // The audit trail itself.
  'automation_runs', // Follow from automation rules.
  'avatars', // Chosen by fans.
  'backup_runs', // Recorded by the server.
  'blocked_hashes', // Follow from blocked files.
  'blocked_uploads', // Refused uploads, recorded by the server.
  'checkouts', // Created only by fans and the payment provider.
  'complaint_appeals', // Each step is an event of its complaint.
  'complaint_blocks', // Written with the blocked files.
  'complaint_events', // Immutable, and name who did it.
  'deadline_warnings', // Mailed by a job.
  'decision_log', // Written by triggers; never changed.
  'deleted_files', // Follows from deletions.
  'document_series', // Follow from documents.
  'escalation_events', // The chain of custody itself.
  'escalation_files', // In the chain of custody, which other admins must not see.
  'escalations', // In the chain of custody, which other admins must not see.
  'expiry_warnings', // Mailed by a job.
  'favorites', // Chosen by fans.
  'influencer_content', // Counts.
  'invoices', // Issued by a job; immutable.
  'known_devices', // Follow from sign-ins.
  'mail_preferences', // Chosen by their owners.
  'media_networks', // Follow from reading.
  'media_use', // Counts.
  'passkey_challenges', // Valid for five minutes.
  'post_contents', // Follow from posts.
  'post_mails', // Sent by jobs.
  'post_views', // Created by reading.
  'ledger_accounts', // The ledger is immutable and has its own timestamps.
  'ledger_entries',
  'ledger_totals',
  'ledger_transactions',
  'payment_cards', // Reported by the provider.
  'payment_events', // Stored as received.
  'payout_documents', // Issued by a job; immutable.
  'ccbill_extracts', // Copied from the provider by a job.
  'ccbill_extract_lines', // Copied from the provider by a job.
  'payout_lines', // Follow from payouts; immutable.
  'payout_requirement', // Set by the configuration.
  'payout_transitions', // Follow from payouts; immutable.
  'post_notifications', // Follow from posts; read by fans.
  'price_notices', // Sent by a job; answered by fans.
  'provider_changes', // Follow from subscriptions.
  'publication_rule', // Set by the configuration.
  'rate_limits',
  'record_totals', // Follow from the records, by triggers.
  'reconciliation_listed_records', // Copied from the provider during a comparison.
  'recovery_codes', // Follow from second factors.
  'removed_work_people', // Follow from removed posts.
  'removed_works', // Follow from removed posts.
  'sent_mails', // Recorded when a mail leaves.
  'saved_views', // Chosen by their owners.
  'sandbox_records', // Only in test mode.
  'sandbox_subscriptions', // Only in test mode.
  'sandbox_cards', // Only in test mode.
  'sandbox_verifications', // Only in test mode.
  'provider_customers', // Created only when fans buy; deleted with them.
  'sessions',
  'sign_ups', // Requested by fans, before they have an account.
  'special_data', // Entered by fans.
  'staff_notification_reads', // What its owner has read.
  'task_file_comments', // Follow from decisions on tasks.
  'task_notifications', // Follow from tasks; read by influencers.
  'task_round_files', // Follow from rounds.
  'task_rounds', // Submitted by influencers.
  'tax_residences', // Stated by fans.
  'team_mails', // Until when a mail reported the news.
  'verification_reports', // Stored as received.
  'verification_sessions', // Follow from checks of identity.
  'used_attestations', // Presented by visitors and fans.
  'verifications',
];

test('every table that the back office can change is audited', async () => {
  const { rows } = await app.db.execute<{ name: string; audited: boolean }>(sql`
    select c.relname as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname = 'note_change'
    ) as audited
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname`);
  const missing = rows.filter(({ audited }) => !audited).map(({ name }) => name);
  expect(missing).toEqual(NOT_AUDITED.toSorted());
});
