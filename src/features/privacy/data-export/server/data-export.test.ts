import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMessage } from '#src/features/backoffice/inbox/server/inbox.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { addPasskey } from '#src/features/identity/second-factor/server/authenticator.testing.ts';
import { setUp } from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function download(user: TestUser): Promise<Record<string, Uint8Array>> {
  const headers = { cookie: user.cookie };
  const response = await app.app.request('/api/account/export', { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/velvet-rope-data-[\d-]+\.zip/);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}
/** How often this process has a file open; Linux only. */
const openFiles = (name: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
    } catch {
      return false;
    }
  }).length;
const recordsOf = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(strFromU8(files[`${name}.json`]!));

test('a fan downloads account, subscriptions and payments, but no secrets', async () => {
  const { fan, event } = await makeSubscription(app);
  await setUp(app, fan);
  await addPasskey(app, fan);
  const files = await download(fan);
  expect(strFromU8(files['README.txt']!)).toContain('Your data at Velvet Rope');
  expect(recordsOf(files, 'account')).toMatchObject([{ id: fan.id, email: fan.email }]);
  expect(recordsOf(files, 'role')).toEqual([expect.objectContaining({ role: 'subscriber' })]);
  expect(recordsOf(files, 'subscriptions')).toHaveLength(1);
  expect(recordsOf(files, 'payments')).toMatchObject([
    { provider_reference: event.paymentId, amount_cents: expect.any(Number) },
  ]);
  expect(recordsOf(files, 'second-factor')[0]).not.toHaveProperty('secret');
  expect(recordsOf(files, 'passkeys')).toEqual([
    expect.objectContaining({ user_id: fan.id, name: 'Unknown device' }),
  ]);
  expect(recordsOf(files, 'passkeys')[0]).not.toHaveProperty('public_key');
  expect(recordsOf(files, 'sessions')[0]).not.toHaveProperty('token');
  expect(files).not.toHaveProperty('payouts.json');
});

test('a fan downloads intimate answers, although they are sealed, and the consent to them', async () => {
  const fan = await app.as('subscriber');
  const answers = { sexualPreference: 'lesbian', preferences: ['Goth'] };
  const body = { gender: null, ...answers, specialDataConsent: true };
  await app.call('PUT', '/api/account', { user: fan, body });
  const files = await download(fan);
  expect(recordsOf(files, 'special-data')).toEqual([answers]);
  const [consent] = recordsOf(files, 'special-data-consent');
  expect(consent).toMatchObject({ consent_version: 1, withdrawn_at: null });
  expect(consent).not.toHaveProperty('sealed');
});

test('a fan downloads messages from the own address with their replies, once the address is confirmed', async () => {
  const fan = await app.as('subscriber');
  const id = await insertMessage(app, { email: fan.email });
  await app.db.insert(contactReplies).values({ messageId: id, text: 'We answered.' });
  await insertMessage(app, { email: 'somebody-else@example.test' });
  expect(recordsOf(await download(fan), 'messages')).toMatchObject([
    { id, email: fan.email, replies: [{ text: 'We answered.' }] },
  ]);
  await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, fan.id));
  expect(await download(fan)).not.toHaveProperty('messages.json');
});

test('nothing of other people is in the archive', async () => {
  const { fan } = await makeSubscription(app);
  const { fan: other } = await makeSubscription(app);
  const files = await download(fan);
  const text = Object.values(files).map((bytes) => strFromU8(bytes));
  expect(text.join('\n')).not.toContain(other.id);
  expect(text.join('\n')).not.toContain(other.email);
});

test('an influencer downloads posts and the originals of their files', async () => {
  const influencer = await app.as('influencer');
  const { id: postId } = await publish(app, influencer);
  await app.storage.put('media/original.jpg', 'the original bytes');
  const { rows } = await app.db.execute<{ id: string }>(sql`
    update content_media set s3_key = 'media/original.jpg', file_name = '../evening/01.jpg',
      file_size = 18 where post_id = ${postId} returning id`);
  const files = await download(influencer);
  expect(recordsOf(files, 'posts')).toHaveLength(1);
  expect(recordsOf(files, 'files')[0]).not.toHaveProperty('s3_key');
  const name = `files/${rows[0]!.id}-.._evening_01.jpg`;
  expect(strFromU8(files[name]!)).toBe('the original bytes');
});

test('an influencer downloads tags, and tasks with all submissions and the decisions on them', async () => {
  const [influencer, staff] = [await app.as('influencer'), await app.as('staff')];
  const id = await insertTask(app, influencer);
  const body = { notes: 'Here it is', method: 'Email', comment: 'Brighter, please' };
  await app.call('POST', `/api/tasks/${id}/submit`, { user: influencer, body });
  await app.call('POST', `/api/tasks/${id}/request-changes`, { user: staff, body });
  const tagging = { ids: [id], tag: 'Autumn', isTagged: true };
  await app.call('PUT', '/api/tags/task', { user: staff, body: tagging });
  const ofPerson = { ...tagging, ids: [influencer.id], tag: 'Reliable' };
  await app.call('PUT', '/api/tags/person', { user: staff, body: ofPerson });
  const files = await download(influencer);
  expect(recordsOf(files, 'tags')).toMatchObject([{ name: 'Reliable' }]);
  const [task] = recordsOf(files, 'tasks');
  expect(task).toMatchObject({
    tags: ['Autumn'],
    rounds: [{ number: 1, notes: 'Here it is' }],
    decisions: [{ kind: 'changes_requested', comment: 'Brighter, please' }],
  });
  expect(JSON.stringify(task)).not.toContain(staff.id);
});

test('a download that is aborted closes the file that it was reading', async () => {
  const influencer = await app.as('influencer');
  const { id: postId } = await publish(app, influencer);
  const bytes = Buffer.alloc(20_000_000, 'a');
  await app.storage.put('media/long.mp4', bytes);
  await app.db.execute(sql`update content_media set s3_key = 'media/long.mp4',
    file_size = ${bytes.length} where post_id = ${postId}`);
  const headers = { cookie: influencer.cookie };
  const response = await app.app.request('/api/account/export', { headers });
  const reader = response.body!.getReader();
  for (let read = 0; read < 1_000_000;) read += (await reader.read()).value!.length;
  expect(openFiles('long.mp4')).toBe(1);
  await reader.cancel();
  // Sooner than the garbage collector would.
  await expect.poll(() => openFiles('long.mp4'), { timeout: 3_000 }).toBe(0);
});

test('the owner is notified of each download, and has five a day', async () => {
  const fan = await app.as('subscriber');
  for (let count = 0; count < 5; count++) await download(fan);
  expect((await app.call('GET', '/api/account/export', { user: fan })).json.code).toBe(
    'rate-limited',
  );
  expect((await queuedMails(app, fan.email)).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 5 }, () => 'Your data was downloaded'),
  );
});

describe('every column that leads to a person', () => {
  const WORK = 'what they did for the agency, about others';
  // Maintained by hand, with the reason.
  const NOT_EXPORTED: Record<string, string> = {
    'application_questions.author': WORK,
    'comments.author_id': WORK,
    'automation_rules.created_by': WORK,
    'banned_terms.created_by': WORK,
    'policy_versions.created_by': WORK,
    'bank_details.decided_by': WORK,
    'bank_details.proposed_by': WORK,
    'tax_details.decided_by': WORK,
    'tax_details.proposed_by': WORK,
    'bank_files.created_by': WORK,
    'automation_runs.person_id': 'what a rule did: the task or note is exported',
    'account_changes.user_id': 'who of the agency set or changed the account',
    'child_safety_officers.user_id': WORK,
    'child_safety_officers.appointed_by': WORK,
    'checkouts.influencer_id': 'the checkouts of fans',
    'users.invited_by': WORK,
    'email_confirmations.admin_id': WORK,
    'contact_messages.answered_by': WORK,
    'contact_messages.archived_by': WORK,
    'contact_replies.author': WORK,
    'contact_messages.owned_by': WORK,
    'commission_rates.created_by': WORK,
    'price_changes.created_by': WORK,
    'price_changes.called_off_by': WORK,
    'content_media.created_by': WORK,
    'blocked_files.created_by': WORK,
    'blocked_files.lifted_by': WORK,
    'hash_lists.imported_by': WORK,
    'held_files.released_by': WORK,
    'blocked_uploads.uploaded_by': 'a refused upload: its file is exported until it is deleted',
    'content_posts.created_by': WORK,
    'post_reviews.influencer_id': 'decisions about posts: the reasons are shown with the post',
    'influencer_agreements.created_by': WORK,
    'complaint_appeals.decided_by': WORK,
    'complaint_appeals.first_decided_by': WORK,
    'complaint_events.actor_id': WORK,
    'complaint_evidence.added_by': WORK,
    'account_decisions.decided_by': WORK,
    'complaints.decided_by': WORK,
    'complaints.owned_by': WORK,
    'credentials.user_id': 'a hash, and nothing else',
    'favorites.influencer_id': 'the favorites of fans',
    'influencer_applications.owned_by': WORK,
    'influencer_applications.reviewed_by': WORK,
    'influencer_notes.created_by': WORK,
    'reconciliation_runs.started_by': WORK,
    'ledger_checks.requested_by': WORK,
    'ledger_findings.explained_by': WORK,
    'purchase_blocks.lifted_by': WORK,
    'dispute_submissions.requested_by': WORK,
    'ledger_accounts.influencer_id': 'the payouts show the share',
    'payouts.approved_by': WORK,
    'payouts.created_by': WORK,
    'payouts.paid_by': WORK,
    'payouts.sent_by': WORK,
    'payout_transitions.by': WORK,
    'profiles.owned_by': 'the colleague who looks after them',
    'performers.created_by': WORK,
    'release_invitations.influencer_id': 'invitations of the people in their posts',
    'recovery_codes.user_id': 'hashes, and nothing else',
    'refunds.requested_by': WORK,
    'second_factor_resets.requested_by': WORK,
    'second_factor_resets.user_id': 'a request of a day',
    'sessions.viewing_as': 'the sessions of the back office',
    'staff_influencers.influencer_id': 'the limits of staff',
    'saved_views.owner_id': 'how they look at the lists of their work',
    'staff_notification_reads.user_id': 'which notices of their work they have read',
    'task_decisions.decided_by': WORK,
    'tasks.assigned_by': WORK,
    'tasks.closed_by': WORK,
    'tasks.owned_by': WORK,
    'team_mails.user_id': 'until when they were mailed the news of their work',
    'user_subscriptions.influencer_id': 'the subscriptions of fans',
  };

  test('is exported, or left out for a reason, and its table is in docs/privacy.md', async () => {
    const { rows } = await app.db.execute<{ name: string }>(sql`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'uuid'::regtype and (
          a.attname in ('user_id', 'subscriber_id', 'influencer_id', 'owner_id', 'recipient_id')
          or exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
            and a.attnum = any(f.conkey)
            and f.confrelid in ('users'::regclass, 'profiles'::regclass)))
      order by 1`);
    const others = ['users.id', 'audit_entries.entity_id'];
    const found = new Set([...rows.map(({ name }) => name), ...others]);
    const exported = PERSONAL_DATA.map(({ column }) => {
      const { name } = getTableConfig(column.table as PgTable);
      return `${name}.${column.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    });
    expect([...exported, ...Object.keys(NOT_EXPORTED)].toSorted()).toEqual([...found].toSorted());

    const policy = readFileSync('docs/privacy.md', 'utf8');
    const tables = new Set([...found].map((name) => name.split('.')[0]!));
    expect([...tables].filter((table) => !policy.includes(`\`${table}\``))).toEqual([]);
  });
});
