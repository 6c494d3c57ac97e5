import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Party } from '#src/features/trust/complaints/complaints.schema.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { signReportToken } from '#src/features/trust/complaints/server/report-links.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import type { Problem } from '#src/lib/problem.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  MAXIMUM_EVIDENCE,
  MAXIMUM_EVIDENCE_BYTES,
  TOKEN_HEADER,
  type OwnEvidence,
} from '../evidence.schema.ts';
import { complaintEvidence } from './evidence.table.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let complaintId: string;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
beforeEach(async () => {
  await app.limits.evidence.reset('local');
  complaintId = await addComplaint(app);
});
afterAll(() => app.close());

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let shade = 0;
/** Another picture each time. */
function picture() {
  shade += 1;
  const background = { r: shade % 256, g: 80, b: 20 };
  return sharp({ create: { width: 60, height: 40, channels: 3, background } });
}
const tokenOf = (id = complaintId, party: Party = 'reporter') =>
  signReportToken(app.config.secrets, id, party);

type Sent = { name?: string; token?: string; server?: TestApp['app'] };

async function send(bytes: Uint8Array, { name = 'proof.pdf', token, server }: Sent = {}) {
  const address = `/report/evidence?name=${encodeURIComponent(name)}`;
  const response = await (server ?? app.app).request(address, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: token ?? tokenOf() },
    body: new Uint8Array(bytes),
  });
  return {
    status: response.status,
    json: (await response.json()) as OwnEvidence & Partial<Problem>,
  };
}
const sendAs = (user: TestUser, bytes: Uint8Array, id = complaintId) =>
  app.app.request(`/complaints/${id}/evidence?name=letter.pdf`, {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: new Uint8Array(bytes),
  });
const list = async (user = staff, id = complaintId) =>
  (await app.call('GET', `/api/complaints/${id}/evidence`, { user })).json.files;
const view = (fileId: string, user: TestUser | null, id = complaintId) =>
  app.app.request(`/complaints/${id}/evidence/${fileId}`, {
    headers: user ? { cookie: user.cookie } : {},
  });
const eventsOf = async (id = complaintId) =>
  (await app.db.select().from(complaintEvents).where(eq(complaintEvents.complaintId, id))).map(
    ({ event }) => event,
  );

/** The stored files after the job that removes deleted ones. */
async function listStored(): Promise<string[]> {
  await deleteListedFiles(app.db, app.services.storage);
  const files: string[] = [];
  for await (const { key } of app.services.storage.list('evidence/')) files.push(key);
  return files;
}

test('a reporter adds a picture and a PDF, which the team sees and can open', async () => {
  const exif = { IFD0: { Copyright: 'Somewhere 1' } };
  const jpeg = await picture().withExif(exif).jpeg().toBuffer();
  expect((await send(jpeg, { name: 'original.jpg' })).json.files).toHaveLength(1);
  const { json } = await send(PDF);
  expect(json).toMatchObject({
    files: [{ fileName: 'original.jpg' }, { fileName: 'proof.pdf' }],
    mayAdd: true,
  });
  const [photo, letter] = await list();
  expect([photo, letter]).toMatchObject([
    { type: 'picture', source: 'reporter', addedBy: null },
    { type: 'pdf', source: 'reporter', addedBy: null },
  ]);
  const shown = await view(photo.id, staff);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect((await sharp(await shown.arrayBuffer()).metadata()).exif).toBeUndefined();
  const downloaded = await view(letter.id, staff);
  expect(downloaded.headers.get('content-disposition')).toContain('attachment');
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(PDF);
  const views = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, letter.id));
  expect(views).toMatchObject([{ action: 'viewed', label: 'proof.pdf', actorId: staff.id }]);
  expect(await eventsOf()).toEqual(['evidence', 'evidence']);
});

test('the team adds files too, and whoever decides has to see a new one first', async () => {
  expect((await sendAs(staff, PDF)).status).toBe(200);
  expect(await list()).toMatchObject([{ source: 'team', addedBy: expect.any(String) }]);
  const { json } = await app.call('POST', `/api/complaints/${complaintId}/decision`, {
    user: admin,
    body: await withPolicyVersion(app, 'complaint', {
      version: 1,
      outcome: 'no_action',
      policy: 'no_violation',
      text: 'Nothing is shown.',
    }),
  });
  expect(json.code).toBe('conflict');
});

describe('a file', () => {
  test('is seen by nobody but those who may see its complaint', async () => {
    await send(PDF);
    const [file] = await list();
    expect((await view(file.id, null)).status).toBe(401);
    expect((await view(file.id, await app.as('influencer'))).status).toBe(403);
    expect((await view(file.id, staff, await addComplaint(app))).status).toBe(404);
    await app.db.update(complaints).set({ kind: 'minor' }).where(eq(complaints.id, complaintId));
    expect((await view(file.id, staff)).status).toBe(404);
    expect((await sendAs(staff, PDF)).status).toBe(404);
    expect((await view(file.id, admin)).status).toBe(200);
  });

  test('of one party is not listed for the other', async () => {
    await app.db
      .update(complaints)
      .set({
        decidedAt: new Date(),
        outcome: 'removed',
        policy: 'privacy',
        decisionText: 'A street.',
        appealDueAt: new Date(),
      })
      .where(eq(complaints.id, complaintId));
    await send(PDF);
    const token = tokenOf(complaintId, 'influencer');
    const { json } = await app.call('POST', '/api/report-evidence', { body: { token } });
    expect(json).toEqual({ files: [], mayAdd: true });
    expect((await send(PDF, { token })).json.files).toHaveLength(1);
    expect((await list()).map(({ source }: { source: string }) => source)).toEqual([
      'reporter',
      'influencer',
    ]);
  });

  test('that is sent again changes nothing', async () => {
    const before = await listStored();
    const first = await send(PDF);
    expect((await send(PDF)).json).toEqual(first.json);
    expect(await listStored()).toHaveLength(before.length + 1);
    expect(await eventsOf()).toEqual(['evidence']);
  });

  test('can be removed by admins, and the history still names it', async () => {
    const before = await listStored();
    await send(PDF);
    const [file] = await list();
    const path = `/api/complaints/${complaintId}/evidence/${file.id}`;
    expect((await app.call('DELETE', path, { user: staff })).status).toBe(403);
    expect((await app.call('DELETE', path, { user: admin })).status).toBe(200);
    expect((await app.call('DELETE', path, { user: admin })).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await eventsOf()).toEqual(['evidence', 'evidence_removed']);
    expect(await listStored()).toEqual(before);
  });

  test('is removed with its complaint', async () => {
    const before = await listStored();
    await send(PDF);
    await app.db.delete(complaints).where(eq(complaints.id, complaintId));
    expect(await listStored()).toEqual(before);
  });
});

describe('nothing is added', () => {
  test('to a report of a minor, whose pictures nobody may send', async () => {
    const id = await addComplaint(app, { kind: 'minor' });
    const before = await listStored();
    const refused = await send(await picture().png().toBuffer(), { token: tokenOf(id) });
    expect(refused).toMatchObject({ status: 409, json: { code: 'not-allowed-in-state' } });
    expect(await listStored()).toEqual(before);
  });

  test('after the decision, or with a forged link', async () => {
    const decision = { outcome: 'removed', policy: 'privacy', decisionText: 'A street.' } as const;
    const id = await addComplaint(app, { ...decision, decidedAt: new Date() });
    expect((await send(PDF, { token: tokenOf(id) })).status).toBe(409);
    expect((await send(PDF, { token: `${tokenOf(id)}x` })).status).toBe(404);
    expect((await send(PDF, { token: id })).status).toBe(404);
  });

  test.each([
    ['text', () => Buffer.from('no picture'), 422, 'use a picture or a PDF'],
    ['cut-off PDF', () => PDF.subarray(0, 20), 422, 'damaged or incomplete'],
    ['large file', () => Buffer.alloc(MAXIMUM_EVIDENCE_BYTES + 1), 413, 'too large'],
    [
      'broken picture',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)]),
      422,
      'proof.pdf',
    ],
  ])('with a %s', async (_, bytes, status, message) => {
    const refused = await send(bytes());
    expect(refused).toMatchObject({ status, json: { detail: expect.stringContaining(message) } });
    expect(await list()).toEqual([]);
  });

  test('with malware in it', async () => {
    const server = createApp({ ...app.services, scanFile: async () => 'Test.Signature' });
    expect((await send(PDF, { server })).json.code).toBe('invalid-file');
    expect(await list()).toEqual([]);
  });

  test('beyond the number of files, also if two arrive together', async () => {
    const rows = Array.from({ length: MAXIMUM_EVIDENCE.reporter - 1 }, (_, index) => ({
      complaintId,
      source: 'reporter' as const,
      fileName: 'page.pdf',
      type: 'pdf' as const,
      bytes: 1,
      sha256: String(index),
      s3Key: `evidence/none-${index}.pdf`,
    }));
    await app.db.insert(complaintEvidence).values(rows);
    const [first, second] = [await picture().png().toBuffer(), await picture().png().toBuffer()];
    const both = await Promise.all([send(first), send(second)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await list()).toHaveLength(MAXIMUM_EVIDENCE.reporter);
  });

  test('beyond the limit of a network, before any byte is read', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) {
      statuses.push((await send(Buffer.from('x'), { token: 'forged' })).status);
    }
    expect(statuses.slice(-2)).toEqual([404, 429]);
  });
});
