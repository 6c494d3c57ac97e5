import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import {
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { performerDocuments } from '#src/features/agency/performers/server/verification.table.ts';
import { variantKey } from '#src/features/content/media/media-keys.ts';
import { processImage } from '#src/features/content/media/server/images.ts';
import { storePublicImage } from '#src/features/content/page-images/server/public-images.ts';
import { applicationPictures } from '#src/features/content/portfolios/server/application-pictures.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { complaintEvidence } from '#src/features/trust/evidence/server/evidence.table.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { checkStorage } from './storage-check.ts';

let app: TestApp;
let influencer: TestUser;
let photo: string;
const avatar = 'avatars/1-fan.webp';
const portfolio = 'portfolios/1-work.webp';
const evidence = 'evidence/1-proof.webp';
let video: string;
let identityDocuments: string[];
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer');
  video = (await publish(app, influencer)).s3Key;
  await publish(app, influencer, { mediaType: 'image' });
  const bytes = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#123' },
  })
    .png()
    .toBuffer();
  const original = { bytes, extension: 'png' };
  photo = await storePublicImage(app.storage, original, await processImage(bytes));
  await app.db
    .update(profiles)
    .set({ profilePhotoS3Key: photo })
    .where(eq(profiles.id, influencer.id));
  await app.storage.put(avatar, 'x');
  await app.db.insert(avatars).values({ userId: (await app.as('subscriber')).id, s3Key: avatar });
  await app.storage.put(portfolio, 'x');
  await app.db.insert(applicationPictures).values({
    applicationId: await createApplication(app.db),
    fileName: 'work.jpg',
    fingerprint: 'x',
    s3Key: portfolio,
  });
  await app.storage.put(evidence, 'x');
  await app.db.insert(complaintEvidence).values({
    complaintId: await addComplaint(app, { influencerId: influencer.id }),
    source: 'reporter',
    fileName: 'proof.jpg',
    type: 'picture',
    bytes: 1,
    sha256: 'x',
    s3Key: evidence,
  });
  await insertCheck(app, await insertPerformer(app.db, influencer.id), null);
  const documents = await app.db.select().from(performerDocuments);
  identityDocuments = documents.map(({ s3Key }) => s3Key);
});
afterAll(() => app.close());

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);
const check = (now = inTwoDays()) => checkStorage(app.db, app.storage, now);

/** Runs the command like an operator. */
async function run() {
  const child = spawn(process.execPath, ['scripts/storage-check.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      DATABASE_URL: app.pool.options.connectionString,
      DATA_DIR: app.config.dataDir,
    },
  });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.on('exit', resolve)),
  ]);
  return { output, code };
}

test('a storage with exactly the referenced files is in order', async () => {
  const report = await check();
  expect(report).toMatchObject({ missing: [], orphans: [] });
  expect(report.files).toBeGreaterThan(8);
  const { output, code } = await run();
  expect(output).toContain('0 missing');
  expect(output).toContain('0 orphans');
  expect(code).toBe(0);
});

test('an unreferenced file is an orphan after a day', async () => {
  await app.storage.put('content/1-nobody.w320.webp', 'x');
  expect((await check()).orphans).toEqual(['content/1-nobody.w320.webp']);
  expect((await check(new Date())).orphans).toEqual([]);
  await app.storage.delete('content/1-nobody.w320.webp');
});

test('files of every folder are counted, and orphans in any are reported', async () => {
  const { files } = await check();
  const unknown = ['evidence/1-nobody.webp', 'a-new-folder/1-nobody.bin'];
  for (const key of [...unknown, 'uploads/unfinished', 'checks/test'])
    await app.storage.put(key, 'x');
  const report = await check();
  expect(report.files).toBe(files + unknown.length);
  expect(report.orphans).toEqual(unknown.toSorted());
  for (const key of [...unknown, 'uploads/unfinished', 'checks/test'])
    await app.storage.delete(key);
});

test('every column that names a file is part of the check', async () => {
  const { rows } = await app.db.execute<{ table: string }>(
    `select table_name as "table" from information_schema.columns
      where table_schema = 'public' and column_name = 's3_key' order by 1`,
  );
  expect(rows.map(({ table }) => table)).toEqual([
    'application_pictures',
    'avatars',
    'complaint_evidence',
    'content_media',
    'escalation_files',
    'performer_documents',
  ]);
});

test('a file that the product is about to remove is not an orphan', async () => {
  await app.storage.put('content/2-going.jpg', 'x');
  await app.db.insert(deletedFiles).values({ key: 'content/2-going.jpg' });
  expect((await check()).orphans).toEqual([]);
});

test('a missing referenced file is reported, and the command fails', async () => {
  const playlist = video.replace('.mp4', '/master.m3u8');
  const missingKeys = [
    video,
    variantKey(video, 320),
    playlist,
    photo,
    variantKey(photo, 1280),
    avatar,
    portfolio,
    evidence,
    ...identityDocuments,
  ];
  for (const key of missingKeys) await app.storage.delete(key);
  expect((await check()).missing).toEqual(missingKeys.toSorted());
  const { output, code } = await run();
  for (const key of missingKeys) expect(output).toContain(key);
  expect(code).toBe(1);
});
