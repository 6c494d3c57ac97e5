import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { rm, stat, statfs, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activateUser, suspendUser } from '#src/features/backoffice/users/server/suspension.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import { UPLOADS_FOLDER } from '#src/platform/storage/storage.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { hasS3Server, startS3 } from '#test/s3.ts';
import { createUploader } from '#test/upload.ts';
import { MAXIMUM_FILE_BYTES } from '../media.schema.ts';
import { contentMedia } from './content-media.table.ts';
import { createUploadFinisher } from './finish-uploads.ts';
import { deleteUnusedUploads } from './unused-uploads.ts';

const HOUR = 3_600_000;
const GIF = Buffer.from('GIF89a and whatever else there is');
const locationOf = (response: Response) => response.headers.get('location')!;

type StartStorage = () => Promise<{ env: Record<string, string>; stop: () => Promise<void> }>;

const startS3Storage: StartStorage = async () => {
  const { config, stop } = await startS3();
  const env = {
    STORAGE: 's3',
    S3_BUCKET: config.bucket,
    S3_ENDPOINT: config.endpoint!,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
  return { env, stop };
};
const startLocalStorage: StartStorage = async () => ({ env: {}, stop: async () => {} });

const STORAGES: [string, StartStorage][] = [['on the local disk', startLocalStorage]];
if (hasS3Server()) STORAGES.push(['in S3', startS3Storage]);

describe.each(STORAGES)('uploads %s', (_name, startStorage) => {
  let app: TestApp;
  let staff: TestUser;
  let picture: Buffer<ArrayBuffer>;
  let stopStorage: () => Promise<void>;
  beforeAll(async () => {
    const { env, stop } = await startStorage();
    stopStorage = stop;
    app = await createTestApp(env);
    staff = await app.as('staff');
    picture = Buffer.from(
      await sharp({ create: { width: 700, height: 500, channels: 3, background: '#803040' } })
        .jpeg()
        .toBuffer(),
    );
  });
  beforeEach(async () => {
    await app.db.delete(contentMedia);
    await deleteListedFiles(app.db, app.storage);
    await app.db.execute(sql`delete from jobs.job`);
  });
  afterAll(async () => {
    await app.close();
    await stopStorage();
  });

  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of app.storage.list(prefix)) found.push(key);
    return found;
  };
  const listIncoming = async () => {
    const ids: string[] = [];
    const later = new Date(Date.now() + HOUR);
    for await (const id of app.storage.incomingUploads.listStale(later)) ids.push(id);
    return ids;
  };
  const files = () => app.db.select().from(contentMedia);
  const processingJobs = async () => {
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select data ->> 'mediaId' as id from jobs.job where name = 'media-pictures'`,
    );
    return rows.map(({ id }) => id);
  };
  /** Stores bytes of an upload as if the process had crashed right afterwards. */
  const uploadAndCrash = (address: string, bytes: Buffer, offset = 0) => {
    const id = UPLOADS_FOLDER + path.basename(address);
    return app.storage.incomingUploads.store.write(Readable.from([bytes]), id, offset);
  };

  async function expectNoFiles(work: () => Promise<unknown>) {
    await work();
    expect(await listIncoming()).toEqual([]);
    expect(await files()).toEqual([]);
    await deleteListedFiles(app.db, app.storage);
    expect(await keys('content/')).toEqual([]);
  }

  test('admins, staff and influencers may upload; fans and visitors may not', async () => {
    for (const role of ['admin', 'staff', 'influencer'] as const) {
      const { response } = await createUploader(app, await app.as(role)).upload('a.jpg', picture);
      expect(response.status).toBe(204);
    }
    const refused = await createUploader(app, await app.as('subscriber')).create('a.jpg', 1);
    expect(refused.status).toBe(403);
    expect((await createUploader(app).create('a.jpg', picture.length)).status).toBe(401);
  });

  test('a complete upload becomes an unchanged file that waits for processing', async () => {
    const { id, response } = await createUploader(app, staff).upload('holiday.png', picture);
    expect(response.status).toBe(204);
    const [file] = await files();
    expect(file).toMatchObject({
      createdBy: staff.id,
      fileName: 'holiday.png',
      mediaType: 'image',
      mimeType: 'image/jpeg',
      fileSize: picture.length,
      state: 'processing',
      postId: null,
    });
    expect(id).toBe((staff.id + file!.id).replaceAll('-', ''));
    expect(file!.s3Key).toMatch(/^content\/\d{13}-[0-9a-f]{24}\.jpg$/);
    expect(await app.storage.getBytes(file!.s3Key)).toEqual(picture);
    expect(await processingJobs()).toEqual([file!.id]);
    expect(await listIncoming()).toEqual([]);
  });

  test('an unsupported file with a valid name is refused and deleted', () =>
    expectNoFiles(async () => {
      const text = Buffer.from('a shopping list, not a picture');
      const { response, address } = await createUploader(app, staff).upload('picture.jpg', text);
      expect(response.status).toBe(422);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.json()).toMatchObject({
        code: 'invalid-file',
        detail: 'Unsupported file type',
      });
      expect((await createUploader(app, staff).head(address)).status).toBe(404);
    }));

  test('an empty file and a file of unknown size are refused', () =>
    expectNoFiles(async () => {
      const response = await createUploader(app, staff).create('empty.jpg', 0);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: 'The file is empty' });
      const unknown = await app.app.request('/uploads', {
        method: 'POST',
        headers: { 'tus-resumable': '1.0.0', cookie: staff.cookie, 'upload-defer-length': '1' },
      });
      expect(unknown.status).toBe(400);
    }));

  test('a file of more than 2 GB is refused before a byte is sent', () =>
    expectNoFiles(async () => {
      const response = await createUploader(app, staff).create('video.mp4', MAXIMUM_FILE_BYTES + 1);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ detail: 'File size must be less than 2GB' });
    }));

  test('an upload resumes where the connection broke', async () => {
    const { create, head, patch } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    let sent = false;
    const broken = new ReadableStream({
      pull(controller) {
        if (sent) controller.error(new Error('connection lost'));
        else controller.enqueue(picture.subarray(0, 1000));
        sent = true;
      },
    });
    expect((await patch(address, 0, broken)).status).toBe(400);
    const stored = Number((await head(address)).headers.get('upload-offset'));
    expect(stored).toBeLessThanOrEqual(1000);
    const middle = stored + 700;
    expect((await patch(address, stored, picture.subarray(stored, middle))).status).toBe(204);
    expect((await head(address)).headers.get('upload-offset')).toBe(String(middle));
    expect((await patch(address, 0, picture.subarray(middle))).status).toBe(409);
    expect((await patch(address, middle, picture.subarray(middle))).status).toBe(204);

    expect(await app.storage.getBytes((await files())[0]!.s3Key)).toEqual(picture);
    const headResponse = await head(address);
    expect(headResponse.headers.get('upload-offset')).toBe(String(picture.length));
    expect(headResponse.headers.get('upload-length')).toBe(String(picture.length));
  });

  test('an upload that was complete before a crash is finished when the client requests it', async () => {
    const { create, head } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    await uploadAndCrash(address, picture);
    expect(await files()).toEqual([]);
    expect((await head(address)).headers.get('upload-offset')).toBe(String(picture.length));
    expect(await files()).toHaveLength(1);
    expect(await listIncoming()).toEqual([]);
  });

  test('a crash while a file is recorded neither loses nor duplicates it', async () => {
    const { create, head } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    await uploadAndCrash(address, picture);
    const enqueue = () => Promise.reject(new Error('the process ended'));
    const crashing = createUploadFinisher({ ...app, jobs: { ...app.jobs, enqueue } });
    await expect(crashing.finish(path.basename(address))).rejects.toThrow('the process ended');
    expect(await files()).toEqual([]);

    expect((await head(address)).headers.get('upload-offset')).toBe(String(picture.length));
    const [file] = await files();
    expect(await keys('content/')).toEqual([file!.s3Key]);
    expect(await processingJobs()).toEqual([file!.id]);
  });

  test('an upload that several processes finish concurrently becomes one file', async () => {
    const { create, head } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    await uploadAndCrash(address, picture);
    const others = [createUploadFinisher(app), createUploadFinisher(app)];
    const sizes = await Promise.all(others.map(({ finish }) => finish(path.basename(address))));
    expect(sizes).toEqual([picture.length, picture.length]);
    for (const _ of ['once', 'again']) expect((await head(address)).status).toBe(200);
    expect(await files()).toHaveLength(1);
    expect(await processingJobs()).toHaveLength(1);
    expect(await keys('content/')).toHaveLength(1);
  });

  test('of two requests for one upload the first releases its lock, also across processes', async () => {
    const { create, patch } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    const { promise: hanging, resolve: hangUp } = Promise.withResolvers<void>();
    let sent = false;
    const stuck = new ReadableStream({
      pull(controller) {
        if (sent) return hanging;
        sent = true;
        controller.enqueue(picture.subarray(0, 1000));
        return undefined;
      },
    });
    let isReleased = false;
    const first = Promise.resolve(patch(address, 0, stuck)).finally(() => (isReleased = true));
    const otherProcess = { ...app, app: createApp(app.services) };
    const headResponse = await createUploader(otherProcess, staff).head(address);
    expect(headResponse.headers.get('upload-offset')).toBe('1000');
    expect(isReleased).toBe(true);
    const rest = createUploader(otherProcess, staff).patch(address, 1000, picture.subarray(1000));
    expect((await rest).status).toBe(204);
    hangUp();
    await first;
    expect(await app.storage.getBytes((await files())[0]!.s3Key)).toEqual(picture);
  });

  test("other users' uploads cannot be read, resumed or deleted", async () => {
    const own = createUploader(app, staff);
    const other = await app.as('admin');
    const foreign = createUploader(app, other);
    const address = locationOf(await own.create('holiday.jpg', picture.length));
    const id = path.basename(address);
    expect((await foreign.head(address)).status).toBe(404);
    expect((await foreign.patch(address, 0, picture)).status).toBe(404);
    expect((await foreign.remove(address)).status).toBe(404);
    expect((await own.get(address)).status).toBe(404);
    // Hidden in an address of the other user's own upload.
    const bait = locationOf(await foreign.create('bait.jpg', picture.length));
    await foreign.patch(`${bait}?x=/${id}`, 0, picture.subarray(0, 10));
    await foreign.remove(`${bait}?x=/${id}`);
    expect((await own.head(address)).headers.get('upload-offset')).toBe('0');
    expect((await own.patch(address, 0, picture)).status).toBe(204);

    expect((await foreign.head(address)).status).toBe(404);
    expect((await foreign.remove(address)).status).toBe(404);
    expect(await files()).toHaveLength(1);
  });

  test('an id of one’s own that ends with the id of a foreign file tells nothing about the file', async () => {
    await createUploader(app, staff).upload('holiday.jpg', picture);
    const [file] = await files();
    const other = await app.as('influencer');
    const guessed = `/uploads/${(other.id + file!.id).replaceAll('-', '')}`;
    const { head, remove } = createUploader(app, other);
    const response = await head(guessed);
    expect(response.status).toBe(404);
    expect(response.headers.get('upload-length')).toBeNull();
    expect((await remove(guessed)).status).toBe(404);
    expect(await files()).toHaveLength(1);
  });

  test('an upload can be cancelled while it runs and afterwards', async () => {
    const { create, patch, remove, upload, head } = createUploader(app, staff);
    await expectNoFiles(async () => {
      const running = locationOf(await create('holiday.jpg', picture.length));
      await patch(running, 0, picture.subarray(0, 500));
      expect((await remove(running)).status).toBe(204);
      expect((await head(running)).status).toBe(404);
      const first = await upload('holiday.jpg', picture);
      expect((await remove(first.address)).status).toBe(204);
      expect((await head(first.address)).status).toBe(404);
      const whole = locationOf(await create('holiday.jpg', picture.length));
      await uploadAndCrash(whole, picture);
      expect((await remove(whole)).status).toBe(204);
    });
  });

  test('cancelling an upload does not delete a file that is in a post', async () => {
    const influencer = await app.as('influencer');
    const { address } = await createUploader(app, staff).upload('holiday.jpg', picture);
    const { id: postId } = await publish(app, influencer);
    const [file] = await files();
    await app.db
      .update(contentMedia)
      .set({ postId, displayOrder: 7 })
      .where(eq(contentMedia.createdBy, staff.id));
    expect((await createUploader(app, staff).remove(address)).status).toBe(404);
    await deleteUnusedUploads(app, new Date(Date.now() + 100 * HOUR));
    await deleteListedFiles(app.db, app.storage);
    expect(await app.storage.exists(file!.s3Key)).toBe(true);
  });

  test('a suspended user cannot continue an upload until the suspension is lifted', async () => {
    const user = await app.as('staff');
    const admin = await app.as('admin');
    const actor = {
      userId: admin.id,
      sessionId: '',
      isLimited: false,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
      viewedBy: null,
      isConfirmed: true,
      role: 'admin',
      email: '',
      fullName: '',
    } as const;
    const { create, patch, head } = createUploader(app, user);
    const address = locationOf(await create('holiday.jpg', picture.length));
    await patch(address, 0, picture.subarray(0, 500));
    await suspendUser(app.services, actor, user.id, 'other');
    const refused = await patch(address, 500, picture.subarray(500));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'suspended' });
    expect((await head(address)).status).toBe(403);
    expect(await files()).toEqual([]);

    await activateUser(app.db, actor, user.id);
    const again = createUploader(app, { ...user, cookie: await app.signIn(user.email) });
    expect((await again.patch(address, 500, picture.subarray(500))).status).toBe(204);
    expect(await files()).toHaveLength(1);
  });

  test('ids that are paths or belong to no upload are not found', async () => {
    const { patch, head, remove } = createUploader(app, staff);
    const unknown = `/uploads/${staff.id.replaceAll('-', '')}${'0'.repeat(32)}`;
    for (const address of ['/uploads/..%2fsecret', '/uploads/../x', '/uploads/secret', unknown]) {
      expect((await head(address)).status).toBe(404);
      expect((await patch(address, 0, picture)).status).toBe(404);
      expect((await remove(address)).status).toBe(404);
    }
  });

  describe('of one user', () => {
    const GB = 1024 ** 3;
    const refused = (detail: RegExp) => ({
      code: 'too-many-uploads',
      detail: expect.stringMatching(detail),
    });
    let limitedApp: ReturnType<typeof createApp>;
    beforeAll(() => {
      const openUploads = { most: 3, bytes: 3 * GB };
      limitedApp = createApp({ ...app.services, config: { ...app.config, openUploads } });
    });
    const as = (user: TestUser) => createUploader({ ...app, app: limitedApp }, user);
    const createAtOnce = (user: TestUser, count: number, size: number) =>
      Promise.all(Array.from({ length: count }, async () => as(user).create('a.mp4', size)));
    const statuses = (responses: Response[]) =>
      responses.map(({ status }) => status).toSorted((a, b) => a - b);

    test('are limited in number while unfinished, also when they start concurrently', async () => {
      const user = await app.as('influencer');
      const responses = await createAtOnce(user, 6, picture.length);
      expect(statuses(responses)).toEqual([201, 201, 201, 429, 429, 429]);
      const last = await as(user).create('a.mp4', 10);
      expect(await last.json()).toMatchObject(refused(/^You have 3 unfinished uploads\./));
      expect((await as(await app.as('influencer')).create('a.mp4', 10)).status).toBe(201);
    });

    test('are limited in total size, also when they start concurrently', async () => {
      const user = await app.as('influencer');
      expect(statuses(await createAtOnce(user, 2, 2 * GB))).toEqual([201, 429]);
      const last = await as(user).create('a.mp4', 2 * GB);
      expect(await last.json()).toMatchObject(refused(/^Your unfinished uploads can total 3 GB/));
      expect((await as(user).create('a.mp4', GB)).status).toBe(201);
    });

    test('free their slot when they are finished, cancelled or deleted', async () => {
      const user = await app.as('influencer');
      const { create, patch, remove } = as(user);
      const addresses = (await createAtOnce(user, 3, picture.length)).map(locationOf);
      const expectRoomForOne = async () => {
        const response = await create('a.jpg', picture.length);
        expect(response.status).toBe(201);
        expect((await create('a.jpg', picture.length)).status).toBe(429);
        return locationOf(response);
      };
      expect((await create('a.jpg', picture.length)).status).toBe(429);
      expect((await patch(addresses[0]!, 0, picture)).status).toBe(204);
      const next = await expectRoomForOne();
      expect((await remove(next)).status).toBe(204);
      await expectRoomForOne();
      await deleteUnusedUploads(app, new Date(Date.now() + 73 * HOUR));
      expect(statuses(await createAtOnce(user, 3, picture.length))).toEqual([201, 201, 201]);
    });

    test('start without a body, so that slow bytes block nobody', async () => {
      const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
      const response = await limitedApp.request('/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'content-type': 'application/offset+octet-stream',
          cookie: staff.cookie,
        },
        body: endless,
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(201);
      expect((await as(staff).head(locationOf(response))).headers.get('upload-offset')).toBe('0');
      await as(staff).remove(locationOf(response));
    });
  });

  test('unused files are deleted after a day, and uploads without progress after three', async () => {
    const { upload, create, patch, head } = createUploader(app, staff);
    const running = locationOf(await create('running.jpg', picture.length));
    await patch(running, 0, picture.subarray(0, 500));
    await upload('unused.jpg', picture);
    const at = (hours: number) => new Date(Date.now() + hours * HOUR);

    await deleteUnusedUploads(app, at(23));
    expect(await files()).toHaveLength(1);
    expect(await keys('content/')).toHaveLength(1);

    await deleteUnusedUploads(app, at(25));
    expect(await files()).toEqual([]);
    await deleteListedFiles(app.db, app.storage);
    expect(await keys('content/')).toEqual([]);
    expect((await head(running)).headers.get('upload-offset')).toBe('500');

    await deleteUnusedUploads(app, at(73));
    expect((await head(running)).status).toBe(404);
    expect(await listIncoming()).toEqual([]);
  });

  test('an upload that a crash left complete is deleted eventually, recorded or not', async () => {
    const { create } = createUploader(app, staff);
    const address = locationOf(await create('holiday.jpg', picture.length));
    await uploadAndCrash(address, picture);
    const enqueue = () => Promise.reject(new Error('the process ended'));
    const crashing = createUploadFinisher({ ...app, jobs: { ...app.jobs, enqueue } });
    await expect(crashing.finish(path.basename(address))).rejects.toThrow();
    expect(await keys('content/')).toHaveLength(1);
    for (const hours of [73, 100])
      await deleteUnusedUploads(app, new Date(Date.now() + hours * HOUR));
    await expectNoFiles(async () => {});
  });
});

describe('in any storage', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test.each([
    ['../../etc/holiday.gif', 'holiday.gif'],
    ['C:\\pictures\\holiday.gif', 'holiday.gif'],
    ['holi\u0000day\r\n\u202Efig.gif', 'holidayfig.gif'],
    [`${'ü'.repeat(300)}.gif`, 'ü'.repeat(255)],
    ['..', ''],
    ['pictures/', ''],
    ['Urlaub ☀️.gif', 'Urlaub ☀️.gif'],
  ])('the file name %j is stored as %j', async (name, stored) => {
    const user = await app.as('influencer');
    await createUploader(app, user).upload(name, GIF);
    const [file] = await app.db
      .select()
      .from(contentMedia)
      .where(eq(contentMedia.createdBy, user.id));
    expect(file!.fileName).toBe(stored);
  });
});

describe('on a full disk', () => {
  let app: TestApp;
  let staff: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    staff = await app.as('staff');
  });
  afterAll(() => app.close());
  const storageFull = {
    code: 'storage-full',
    detail: 'The storage is full. Please try again later.',
  };

  test('an upload is refused, and resumes once there is space', async () => {
    const { create, patch, head } = createUploader(app, staff);
    const address = locationOf(await create('a.gif', GIF.length));
    const file = path.join(app.config.dataDir, 'storage', address);
    await rm(file);
    await symlink('/dev/full', file);
    const full = await patch(address, 0, GIF);
    expect(full.status).toBe(507);
    expect(await full.json()).toMatchObject(storageFull);
    await rm(file);
    await writeFile(file, GIF.subarray(0, 5));
    expect((await head(address)).headers.get('upload-offset')).toBe('5');
    expect((await patch(address, 5, GIF.subarray(5))).status).toBe(204);
    expect(await app.db.select().from(contentMedia)).toHaveLength(1);
  });

  test('an upload is refused if it would use the reserve together with all unfinished uploads', async () => {
    const { bavail, bsize } = await statfs(app.config.dataDir);
    const [GB, free] = [1024 ** 3, bavail * bsize];
    // Space for one and a half videos of 2 GB.
    const storage = openLocalStorage(app.config.dataDir, free - 3 * GB);
    const { create, remove } = createUploader(
      { ...app, app: createApp({ ...app.services, storage }) },
      staff,
    );
    const first = await create('a.mp4', 2 * GB);
    expect(first.status).toBe(201);
    const second = await create('b.mp4', 2 * GB);
    expect(second.status).toBe(507);
    expect(await second.json()).toMatchObject(storageFull);
    await remove(locationOf(first));
    expect((await create('b.mp4', 2 * GB)).status).toBe(201);
  });

  test('an upload stops at the reserve, and resumes once there is space', async () => {
    const { create, patch } = createUploader(app, staff);
    const address = locationOf(await create('a.gif', GIF.length));
    const storage = openLocalStorage(app.config.dataDir, Number.MAX_SAFE_INTEGER);
    const fullApp = createApp({ ...app.services, storage });
    const full = await createUploader({ ...app, app: fullApp }, staff).patch(address, 0, GIF);
    expect(full.status).toBe(507);
    expect(await full.json()).toMatchObject(storageFull);
    expect((await patch(address, 0, GIF)).status).toBe(204);
  });

  test('other users of the machine cannot read uploads', async () => {
    const { create } = createUploader(app, staff);
    const file = path.join(
      app.config.dataDir,
      'storage',
      locationOf(await create('a.gif', GIF.length)),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  });

  test.skipIf(!mayMount())(
    'an upload that cannot fit is refused before a byte is sent',
    async () => {
      const folder = app.config.dataDir;
      mount('-t', 'tmpfs', '-o', 'size=1m', 'none', folder);
      try {
        const { create } = createUploader(app, staff);
        const response = await create('video.mp4', 1_100_000);
        expect(response.status).toBe(507);
        expect(await response.json()).toMatchObject(storageFull);
        expect((await create('small.mp4', 500_000)).status).toBe(201);
      } finally {
        spawnSync('/bin/umount', [folder]);
      }
    },
  );
});

function mount(...args: string[]): boolean {
  return spawnSync('/bin/mount', args).status === 0;
}

// Mounting needs root and is not possible in every container.
function mayMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-mount-'));
  const may = mount('-t', 'tmpfs', '-o', 'size=1m', 'none', folder);
  if (may) spawnSync('/bin/umount', [folder]);
  rmdirSync(folder);
  return may;
}
