import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resealAll } from '#src/features/privacy/sealed-data/server/reseal.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { performers } from './performers.table.ts';
import { insertCheck, insertPerformer } from './performers.testing.ts';
import { performerDocuments, performerVerifications } from './verification.table.ts';

let app: TestApp;
let staff: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, colleague] = [await app.as('staff'), await app.as('admin')];
});
afterAll(() => app.close());

const newPerformer = async () => insertPerformer(app.db, (await app.as('influencer')).id);
const PASSPORT = { kind: 'passport', country: 'FR', number: '20AB12345', expiresOn: '2099-01-31' };
const picture = (width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#7c2530' } })
    .jpeg()
    .toBuffer();

async function upload(id: string, fields: Record<string, string>, bytes?: Buffer, user = staff) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (bytes) body.set('file', new File([new Uint8Array(bytes)], 'scan.jpg'));
  const headers = { cookie: user.cookie };
  const address = `/performer-documents/${id}`;
  const response = await app.app.request(address, { method: 'POST', headers, body });
  return { status: response.status, json: await response.json() };
}
const step = (id: string, name: string, user = staff, body?: object) =>
  app.call('POST', `/api/performers/${id}/verification${name}`, { user, body });
const reveal = (id: string, documentId: string, user = staff, reason = 'Compare with the face') =>
  app.call('POST', `/api/performers/${id}/documents/${documentId}/reveal`, {
    user,
    body: { reason },
  });

test('one person checks, another confirms, and nobody does both', async () => {
  const id = await newPerformer();
  expect((await step(id, '')).json).toMatchObject({
    state: 'pending',
    check: { status: 'started' },
  });
  const documentId = (await upload(id, PASSPORT, await picture())).json.id;
  const facePictureId = (await upload(id, { kind: 'face-picture' }, await picture())).json.id;
  expect((await step(id, '/confirm', colleague)).json.code).toBe('not-allowed-in-state');
  const checked = await step(id, '/check', staff, { documentId, facePictureId });
  expect(checked.json).toMatchObject({ state: 'pending', check: { isOwnCheck: true } });
  expect((await step(id, '/confirm')).json.code).toBe('forbidden');
  const confirmed = await step(id, '/confirm', colleague);
  expect(confirmed.json).toMatchObject({ state: 'verified', check: { expiresOn: '2099-01-31' } });
  expect((await step(id, '/confirm', colleague)).json.code).toBe('not-allowed-in-state');
});

test('the database refuses a check that one person confirmed alone, and changes of a decided one', async () => {
  const id = await newPerformer();
  await insertCheck(app, id, staff.id);
  const isCheck = eq(performerVerifications.performerId, id);
  const decide = (decidedBy: string) =>
    app.db
      .update(performerVerifications)
      .set({ status: 'verified', decidedBy, decidedAt: new Date() })
      .where(isCheck);
  await expect(decide(staff.id)).rejects.toMatchObject({
    cause: { constraint: 'performer_verifications_by_two_people' },
  });
  await decide(colleague.id);
  await expect(decide(randomUUID())).rejects.toMatchObject({
    cause: { message: 'a decided check of identity never changes' },
  });
});

test('concurrent starts make one check, and concurrent decisions one decision', async () => {
  const id = await newPerformer();
  await Promise.all([step(id, ''), step(id, '', colleague), step(id, '')]);
  const rows = await app.db
    .select()
    .from(performerVerifications)
    .where(eq(performerVerifications.performerId, id));
  expect(rows).toHaveLength(1);
  const other = await newPerformer();
  await insertCheck(app, other, staff.id);
  const results = await Promise.all([
    step(other, '/confirm', colleague),
    step(other, '/reject', staff, { reason: 'The face differs' }),
  ]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a performer is no longer verified once the document has expired, or a later check was rejected', async () => {
  const id = await newPerformer();
  await insertCheck(app, id, staff.id);
  await step(id, '/confirm', colleague);
  const state = async () =>
    (await app.call('GET', `/api/performers/${id}/verification`, { user: staff })).json.state;
  await step(id, '');
  expect(await state()).toBe('verified');
  await step(id, '/reject', staff, { reason: 'Not the same person' });
  expect(await state()).toBe('rejected');
  const expired = await newPerformer();
  const ids = await insertCheck(app, expired, null);
  await app.db
    .update(performerDocuments)
    .set({ expiresOn: '2020-01-31' })
    .where(eq(performerDocuments.id, ids.documentId));
  const refused = await step(expired, '/check', staff, ids);
  expect(refused.json.errors).toEqual([
    { path: 'documentId', message: 'This document has expired' },
  ]);
  await app.db.execute(sql`update performer_verifications set status = 'verified',
    document_id = ${ids.documentId}, face_picture_id = ${ids.facePictureId}, expires_on = '2020-01-31',
    checked_by = ${staff.id}, checked_at = now(), decided_by = ${colleague.id}, decided_at = now()
    where performer_id = ${expired}`);
  const { json } = await app.call('GET', `/api/performers/${expired}/verification`, {
    user: staff,
  });
  expect(json.state).toBe('expired');
});

test('a picture that is older than the word proves nothing', async () => {
  const id = await newPerformer();
  const documentId = (await upload(id, PASSPORT, await picture())).json.id;
  const facePictureId = (await upload(id, { kind: 'face-picture' }, await picture())).json.id;
  await step(id, '');
  const { json } = await step(id, '/check', staff, { documentId, facePictureId });
  expect(json.errors).toMatchObject([{ path: 'facePictureId' }]);
});

describe('an upload is refused', () => {
  test.each([
    ['text', Buffer.from('not a picture'), PASSPORT, 'invalid-file'],
    ['an empty file', Buffer.alloc(0), PASSPORT, 'invalid-file'],
    ['a format that the message does not name', 'avif', PASSPORT, 'invalid-file'],
    ['no file', undefined, PASSPORT, 'invalid-input'],
    ['no number', 'picture', { ...PASSPORT, number: '' }, 'invalid-input'],
    [
      'a day that does not exist',
      'picture',
      { ...PASSPORT, expiresOn: '2030-02-30' },
      'invalid-input',
    ],
    ['more than 10 MB', Buffer.alloc(11 * 1024 ** 2), PASSPORT, 'payload-too-large'],
  ])('%s', async (_, file, fields, code) => {
    const bytes =
      file === 'picture'
        ? await picture()
        : file === 'avif'
          ? await sharp(await picture())
              .avif()
              .toBuffer()
          : (file as Buffer | undefined);
    expect((await upload(await newPerformer(), fields, bytes)).json.code).toBe(code);
  });

  test('a damaged picture', async () => {
    const whole = await picture(900);
    const { json } = await upload(
      await newPerformer(),
      PASSPORT,
      whole.subarray(0, whole.length / 2),
    );
    expect(json.code).toBe('invalid-file');
  });

  test('a picture of few bytes that claims ten billion pixels', async () => {
    const bomb = await sharp(await picture())
      .png()
      .toBuffer();
    for (const position of [16, 20]) bomb.writeUInt32BE(100_000, position);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const { json } = await upload(await newPerformer(), PASSPORT, bomb);
    expect(json.code).toBe('invalid-file');
  });

  test('from anybody but the back office', async () => {
    const id = await newPerformer();
    for (const role of ['influencer', 'subscriber'] as const) {
      const { json } = await upload(id, PASSPORT, await picture(), await app.as(role));
      expect(json.code).toBe('forbidden');
    }
  });
});

test('a picture and its number are encrypted, also after a rotation, and leave with a reason only', async () => {
  const id = await newPerformer();
  const { documentId } = await insertCheck(app, id, null);
  const [stored] = await app.db
    .select()
    .from(performerDocuments)
    .where(eq(performerDocuments.id, documentId));
  expect(stored!.s3Key).toMatch(/^performer-documents\//);
  const bytes = await app.storage.getBytes(stored!.s3Key);
  expect(bytes!.includes('WEBP')).toBe(false);
  expect(JSON.stringify(stored)).not.toContain('20AB12345');
  await resealAll(app.db, app.config.secrets);
  expect((await reveal(id, documentId, staff, ' ')).json.code).toBe('invalid-input');
  const { json } = await reveal(id, documentId);
  expect(json.number).toBe('20AB12345');
  expect((await sharp(Buffer.from(json.picture, 'base64')).metadata()).format).toBe('webp');
  const admin = await app.as('admin');
  const audit = await app.call('GET', `/api/audit?entityId=${documentId}&action=exported`, {
    user: admin,
  });
  expect(audit.json.rows[0]).toMatchObject({ actorId: staff.id });
  const other = await newPerformer();
  expect((await reveal(other, documentId)).json.code).toBe('not-found');
});

test('a document is deleted with its file, unless a check refers to it', async () => {
  const id = await newPerformer();
  const ids = await insertCheck(app, id, staff.id);
  const remove = (documentId: string) =>
    app.call('DELETE', `/api/performers/${id}/documents/${documentId}`, { user: staff });
  expect((await remove(ids.documentId)).json.code).toBe('not-allowed-in-state');
  const unused = (await upload(id, PASSPORT, await picture())).json.id;
  const address = `/api/performers/${id}/verification`;
  const { documents } = (await app.call('GET', address, { user: staff })).json;
  const used = documents.filter(({ isUsed }: { isUsed: boolean }) => isUsed);
  expect(used.map((document: { id: string }) => document.id).toSorted()).toEqual(
    [ids.documentId, ids.facePictureId].toSorted(),
  );
  const setHold = (holdReason: string | null) =>
    app.db.update(performers).set({ holdReason }).where(eq(performers.id, id));
  await setHold('A case in court');
  expect((await remove(unused)).json.code).toBe('not-allowed-in-state');
  await setHold(null);
  const [stored] = await app.db
    .select()
    .from(performerDocuments)
    .where(eq(performerDocuments.id, unused));
  expect((await remove(unused)).status).toBe(200);
  await deleteListedFiles(app.db, app.storage);
  expect(await app.storage.exists(stored!.s3Key)).toBe(false);
  await app.db.delete(performers).where(eq(performers.id, id));
  await deleteListedFiles(app.db, app.storage);
  const left: string[] = [];
  for await (const { key } of app.storage.list('performer-documents/')) left.push(key);
  expect(left).not.toContain(stored!.s3Key);
});
