import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { ENTITY_NAMES, type AuditChange } from '../audit.schema.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

type Entry = typeof auditEntries.$inferInsert;
let clock = Date.UTC(2026, 0, 1);

/** Records a change as the triggers do: all entries with one instant and one request id. */
async function recordChange(entries: Partial<Entry>[], common: Partial<Entry> = {}) {
  const shared = {
    at: new Date((clock += 1_000)),
    actorId: admin.id,
    actorEmail: admin.email,
    actorRole: 'admin',
    address: '10.0.0.1',
    requestId: randomUUID(),
    operation: 'POST /api/tasks',
    action: 'created',
    entity: 'tasks',
    entityId: randomUUID(),
    label: '',
    ...common,
  } as const;
  await app.db.insert(auditEntries).values(entries.map((entry) => ({ ...shared, ...entry })));
  return shared;
}

async function listAudit(query: Record<string, string> = {}, user = admin) {
  const answer = await app.call('GET', `/api/audit?${new URLSearchParams(query)}`, { user });
  return { ...answer, rows: (answer.json.rows ?? []) as AuditChange[] };
}
const labels = async (query: Record<string, string>) =>
  (await listAudit(query)).rows.map(({ parts }) => parts.map(({ label }) => label).join());

test('everything that a request changed is one change, its most important entry first', async () => {
  const { requestId, at } = await recordChange([
    { entity: 'users', label: 'nova@example.test' },
    { entity: 'profiles', label: 'Nova Sterling', entityId: 'nova' },
    { entity: 'user_roles', label: 'influencer' },
    { entity: 'credentials' },
  ]);
  const { rows, json } = await listAudit({ entityId: 'nova' });
  expect(json).toMatchObject({ total: 1, previous: null, next: null });
  expect(rows[0]).toMatchObject({ partCount: 4, address: '10.0.0.1', at: at.toISOString() });
  const parts = rows[0]!.parts.map(({ entity, label }) => `${entity} ${label}`);
  expect(parts).toEqual([
    'profiles Nova Sterling',
    'users nova@example.test',
    'user_roles influencer',
    'credentials ',
  ]);
  const { json: detail } = await app.call('GET', `/api/audit/${rows[0]!.id}`, { user: admin });
  expect(detail.entries).toHaveLength(4);
  expect(detail.change.operation).toBe('POST /api/tasks');
  expect(requestId).not.toBe(rows[0]!.id);
});

test('the audit trail is filtered by actor, kind, action, time, record and text, also combined', async () => {
  const other = await app.as('staff');
  const theirs = { actorId: other.id, actorEmail: other.email };
  await recordChange([{ entity: 'payouts', action: 'changed', label: 'F-one 100%' }], theirs);
  await recordChange([{ entity: 'payouts', action: 'deleted', label: 'F-two 100 %' }], theirs);
  const third = await recordChange([{ entity: 'payouts', action: 'deleted', label: 'F-three' }]);
  expect(await labels({ entity: 'payouts' })).toEqual(['F-three', 'F-two 100 %', 'F-one 100%']);
  expect(await labels({ entity: 'payouts', sort: 'at' })).toEqual([
    'F-one 100%',
    'F-two 100 %',
    'F-three',
  ]);
  expect(await labels({ actor: other.id })).toEqual(['F-two 100 %', 'F-one 100%']);
  expect(await labels({ actor: other.id, action: 'deleted' })).toEqual(['F-two 100 %']);
  expect(await labels({ search: 'f-' })).toHaveLength(3);
  expect(await labels({ search: '100%' })).toEqual(['F-one 100%']);
  expect(await labels({ entityId: third.entityId })).toEqual(['F-three']);
  const at = third.at.toISOString();
  expect(await labels({ entity: 'payouts', from: at })).toEqual(['F-three']);
  expect(await labels({ entity: 'payouts', to: at })).toEqual(['F-two 100 %', 'F-one 100%']);
});

test('filters apply to one entry, and the change is listed with all entries', async () => {
  await recordChange([
    { entity: 'content_media', label: 'G-file', action: 'deleted' },
    { entity: 'content_posts', label: 'G-post', action: 'changed' },
  ]);
  expect(await labels({ search: 'G-file' })).toEqual(['G-post,G-file']);
  expect(await labels({ search: 'G-file', action: 'changed' })).toEqual([]);
});

test('120 changes page by cursor in both directions, each once, while others are recorded', async () => {
  const kind = { entity: 'influencer_notes' } as const;
  for (let n = 1; n <= 120; n++) await recordChange([{ label: `n${n}` }, { label: `n${n}` }], kind);
  // Two changes of the same instant stay separate.
  await recordChange([{ label: 'twin' }], { ...kind, at: new Date(clock) });
  const query = { entity: 'influencer_notes' };
  const first = await listAudit(query);
  expect(first.json).toMatchObject({ total: 121, previous: null });
  await recordChange([{ label: 'late' }], kind);
  const second = await listAudit({ ...query, after: first.json.next });
  const third = await listAudit({ ...query, after: second.json.next });
  expect(third.json.next).toBeNull();
  const all = [...first.rows, ...second.rows, ...third.rows];
  expect(all.map(({ id }) => id)).toHaveLength(121);
  expect(new Set(all.map(({ id }) => id)).size).toBe(121);
  expect(third.rows.at(-1)!.parts[0]!.label).toBe('n1');
  const back = await listAudit({ ...query, before: third.json.previous });
  expect(back.rows).toEqual(second.rows);
});

test('the entries of a large change are read page by page', async () => {
  const entityId = randomUUID();
  await recordChange(
    Array.from({ length: 120 }, (_, n) => ({ label: `part ${n}`, before: { n } })),
    { entityId },
  );
  const [row] = (await listAudit({ entityId })).rows;
  expect(row).toMatchObject({ partCount: 120, parts: { length: 6 } });
  const read: string[] = [];
  for (let after: string | null = '1'; after !== null;) {
    const address = `/api/audit/${row!.id}?after=${after}`;
    const { json } = await app.call('GET', address, { user: admin });
    read.push(...json.entries.map(({ label }: { label: string }) => label));
    after = json.next;
  }
  expect(read).toEqual(Array.from({ length: 120 }, (_, n) => `part ${n}`));
});

test('an update is read with its values before and after', async () => {
  const fan = await app.as('subscriber');
  await app.call('POST', `/api/users/${fan.id}/suspend`, {
    user: admin,
    body: { reason: 'other' },
  });
  const [row] = (await listAudit({ entityId: fan.id })).rows;
  expect(row!.parts).toEqual([
    expect.objectContaining({
      action: 'changed',
      fields: ['ban_expires', 'banned', 'suspended_for'],
    }),
  ]);
  const { json } = await app.call('GET', `/api/audit/${row!.id}`, { user: admin });
  expect(json.entries[0]).toMatchObject({
    before: { banned: false },
    after: { banned: true, suspended_for: 'other' },
  });
});

test('people whose ids are among the values are named, also after their deletion', async () => {
  const influencer = await app.as('influencer');
  const deletedId = randomUUID();
  await recordChange([
    { entity: 'profiles', action: 'deleted', entityId: deletedId, label: 'Ada Gone' },
  ]);
  const before = { influencer_id: influencer.id, assigned_by: deletedId };
  const { entityId } = await recordChange([{ before, after: { influencer_id: randomUUID() } }]);
  const [row] = (await listAudit({ entityId })).rows;
  const { json } = await app.call('GET', `/api/audit/${row!.id}`, { user: admin });
  const name = expect.stringMatching(/^influencer/);
  expect(json.names).toEqual({ [influencer.id]: name, [deletedId]: 'Ada Gone' });
});

test('the CSV file has a line for each matching entry, latest first', async () => {
  await recordChange([
    { label: '=H-one', before: { a: 1 } },
    { label: 'H-two' },
    { label: 'other' },
  ]);
  const address = '/api/audit.csv?search=H-';
  const { json, headers } = await app.call('GET', address, { user: admin });
  expect(headers.get('content-disposition')).toContain('audit-trail.csv');
  const lines = (json as string).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Time (UTC),Who,Role');
  expect(lines[1]).toContain('H-two');
  expect(lines[2]).toContain(`'=H-one`);
  expect(lines[2]).toContain('"{""a"":1}"');
});

test('every actor is listed, by their last email address', async () => {
  const actorId = randomUUID();
  await recordChange([{}], { actorId, actorEmail: 'before@example.test' });
  await recordChange([{}], { actorId, actorEmail: 'after@example.test' });
  const { json } = await app.call('GET', '/api/audit/actors', { user: admin });
  const found = json.actors.filter(({ id }: { id: string }) => id === actorId);
  expect(found).toEqual([{ id: actorId, email: 'after@example.test' }]);
  expect(json.actors.some(({ id }: { id: string }) => id === admin.id)).toBe(true);
});

describe('only admins read the audit trail', () => {
  test.each(['staff', 'influencer', 'subscriber'] as const)('not %s', async (role) => {
    const user = await app.as(role);
    if (role === 'staff') await limitStaffTo(app, user, await app.as('influencer'));
    for (const path of ['', '.csv', '/actors', '/1']) {
      const { status } = await app.call('GET', `/api/audit${path}`, { user });
      expect(status, path).toBe(403);
    }
  });
});

test.each([
  ['actor', 'nobody'],
  ['entity', 'sessions'],
  ['action', 'read'],
  ['from', 'yesterday'],
  ['from', '0000-01-01T00:00:00Z'],
  ['to', '9999-12-31T23:59:60Z'],
  ['entityId', 'a\0b'],
  ['entityId', 'x'.repeat(101)],
  ['sort', 'label'],
  ['search', 'x'.repeat(301)],
  ['search', '\0'],
  ['after', 'nonsense'],
  ['after', Buffer.from('["never","00000000-0000-4000-8000-000000000000"]').toString('base64url')],
  [
    'before',
    Buffer.from('["\\u0000","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
  ],
])('%s=%s is rejected with 400', async (name, value) => {
  expect((await listAudit({ [name]: value })).status).toBe(400);
});

test('hostile search text is taken literally', async () => {
  for (const search of [`'; drop table users; --`, '%_\\', '${1}']) {
    expect((await listAudit({ search })).status).toBe(200);
  }
});

test('an unknown entry is not found', async () => {
  for (const [id, status] of [
    ['999999999999', 404],
    ['0', 400],
    ['9223372036854775808', 400],
    ['1 or 1=1', 400],
  ] as const) {
    const answer = await app.call('GET', `/api/audit/${encodeURIComponent(id)}`, { user: admin });
    expect(answer.status, id).toBe(status);
  }
});

test('every audited table has a label', async () => {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select distinct c.relname as name from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid and p.proname = 'note_change'
    join pg_class c on c.oid = t.tgrelid`);
  // Recorded by the server: exports, decisions about background jobs, and views of payments.
  const recorded = ['downloads', 'jobs', 'payments', 'payment_events'];
  expect([...rows.map(({ name }) => name), ...recorded].toSorted()).toEqual(
    ENTITY_NAMES.toSorted(),
  );
});
