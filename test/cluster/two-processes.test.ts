import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { requireDirect, requireNamedStatements } from '#src/platform/database/session-checks.ts';
import { THROTTLES } from '#src/platform/http/throttle.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import {
  killServer,
  startServerProcess,
  type ServerProcess,
} from '../../scripts/server-process.ts';
import { startPgBouncer, type PgBouncer } from './pgbouncer.ts';
import { hasPrograms } from './programs.ts';

const hasPgBouncer = hasPrograms(['pgbouncer'], 'pgbouncer');

let app: TestApp;
let bouncer: PgBouncer | null;
/** Two processes of one product: the second reaches the database through PgBouncer, if it is installed. */
let first: ServerProcess;
let second: ServerProcess;
beforeAll(async () => {
  app = await createTestApp();
  bouncer = hasPgBouncer ? await startPgBouncer(app.directUrl) : null;
  const shared = {
    DATA_DIR: app.config.dataDir,
    PAYMENTS: 'sandbox',
    DISK_RESERVE_MB: '0',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
  };
  [first, second] = await Promise.all([
    startServerProcess({ ...shared, DATABASE_URL: app.directUrl }),
    startServerProcess({
      ...shared,
      DATABASE_URL: bouncer?.url ?? app.directUrl,
      DATABASE_DIRECT_URL: app.directUrl,
      ...bouncer?.env,
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([killServer(first), killServer(second)]);
  await bouncer?.stop();
  await app.close();
});

type Call = { user?: TestUser; address?: string; body?: object };

function call({ url }: ServerProcess, method: string, path: string, { user, body, address }: Call) {
  return fetch(url + path, {
    method,
    headers: {
      ...(user && { cookie: user.cookie }),
      ...(address && { 'x-forwarded-for': address }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const countOf = <T>(values: T[], value: T) => values.filter((one) => one === value).length;
const eitherOf = (index: number) => (index % 2 === 0 ? first : second);

test('a limit counts the attempts at both processes', async () => {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const body = {
      name: 'Corin',
      email: 'corin@example.test',
      topic: 'Press and business',
      message: `A message with the number ${attempt}.`,
    };
    statuses.push(
      (await call(eitherOf(attempt), 'POST', '/api/contact', { address, body })).status,
    );
  }
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([10, 2]);
});

test('an account calls no more often at two processes than at one', async () => {
  const user = await app.as('staff');
  const calls = Array.from({ length: THROTTLES.search + 20 }, (_, index) =>
    call(eitherOf(index), 'GET', '/api/search?q=ember', { user }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  const accepted = countOf(statuses, 200);
  expect(accepted + countOf(statuses, 429)).toBe(calls.length);
  expect(accepted).toBeLessThanOrEqual(THROTTLES.search);
  // The other process may hold a lease that it does not use.
  expect(accepted).toBeGreaterThanOrEqual(THROTTLES.search - THROTTLES.search / 10);
});

test('a change at one process is announced to whoever listens at the other', async () => {
  const user = await app.as('influencer');
  const staff = await app.as('staff');
  const stream = await call(second, 'GET', '/api/events', { user });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const task = {
    title: 'A portrait',
    assignees: [user.id],
  };
  const created = await call(first, 'POST', '/api/tasks', { user: staff, body: task });
  expect(created.status).toBe(200);
  let received = '';
  while (!received.includes('event: tasks')) received += (await reader.read()).value ?? '';
  await reader.cancel();
});

test('an upload that began at one process is completed at the other, as one file', async () => {
  const user = await app.as('staff');
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#503040' },
  })
    .jpeg()
    .toBuffer();
  const half = Math.floor(picture.length / 2);
  const headers = { 'tus-resumable': '1.0.0', cookie: user.cookie };
  const created = await fetch(`${first.url}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${btoa('evening.jpg')}`,
    },
  });
  const address = created.headers.get('location')!;
  const patchHeaders = (start: number) => ({
    ...headers,
    'upload-offset': String(start),
    'content-type': 'application/offset+octet-stream',
  });
  const send = ({ url }: ServerProcess, start: number, end?: number) =>
    fetch(url + address, {
      method: 'PATCH',
      headers: patchHeaders(start),
      body: new Uint8Array(picture.subarray(start, end)),
    });
  expect((await send(first, 0, half)).headers.get('upload-offset')).toBe(String(half));
  const head = await fetch(second.url + address, { method: 'HEAD', headers });
  expect(head.headers.get('upload-offset')).toBe(String(half));
  // A connection that hangs loses its lock to the one with which the client continues.
  const hanging = http.request(first.url + address, {
    method: 'PATCH',
    headers: { ...patchHeaders(half), 'content-length': picture.length - half },
  });
  const closed = new Promise((resolve) => hanging.once('close', resolve));
  hanging.on('error', () => {});
  hanging.write(picture.subarray(half, half + 10));
  const offset = async () =>
    Number(
      (await fetch(second.url + address, { method: 'HEAD', headers })).headers.get('upload-offset'),
    );
  await expect.poll(offset).toBe(half + 10);
  await closed;
  expect((await send(second, half + 10)).status).toBe(204);
  const files = await app.db
    .select({ size: contentMedia.fileSize })
    .from(contentMedia)
    .where(eq(contentMedia.createdBy, user.id));
  expect(files).toEqual([{ size: picture.length }]);
});

test('what one process changes is not read from the memory of the other', async () => {
  const [influencer, fan, staff] = await Promise.all([
    app.as('influencer'),
    app.as('subscriber'),
    app.as('staff'),
  ]);
  await subscribe(app, fan, influencer);
  const { id } = await publish(app, influencer, { caption: 'Before' });
  const captions = () =>
    Promise.all(
      [first, second].map(async (server) => {
        const feed = await call(server, 'GET', '/api/feed', { user: fan });
        const { posts } = (await feed.json()) as { posts: { caption: string }[] };
        return posts[0]?.caption;
      }),
    );
  expect(await captions()).toEqual(['Before', 'Before']);
  const opened = await call(first, 'GET', `/api/posts/${id}`, { user: staff });
  const { post } = (await opened.json()) as { post: { version: number } };
  const { version } = post;
  const body = { caption: 'After', category: 'Cosplay', aiUse: 'none', performerIds: [], version };
  const changed = await call(first, 'PATCH', `/api/posts/${id}`, { user: staff, body });
  expect(changed.status).toBe(200);
  expect(await captions()).toEqual(['After', 'After']);
  // Suspended at one process, gone at the other.
  const suspended = await call(first, 'POST', `/api/users/${fan.id}/suspend`, {
    user: staff,
    body: { reason: 'other' },
  });
  expect(suspended.status).toBe(200);
  expect((await call(second, 'GET', '/api/feed', { user: fan })).status).toBe(403);
});

test('every change is recorded for whoever made it, although sessions are shared', async () => {
  const staff = await Promise.all(Array.from({ length: 16 }, () => app.as('staff')));
  const fans = await Promise.all(staff.map(() => app.as('subscriber')));
  // Their sessions are those of the staff a moment later, and their changes are not recorded.
  const others = await Promise.all(staff.map(() => app.as('subscriber')));
  const body = {
    gender: 'other',
    sexualPreference: null,
    preferences: [],
    specialDataConsent: false,
  };
  const answers = await Promise.all(
    staff.flatMap((user, index) => [
      call(second, 'POST', `/api/users/${fans[index]!.id}/suspend`, {
        user,
        body: { reason: 'other' },
      }),
      call(second, 'PUT', '/api/account', { user: others[index]!, body }),
    ]),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const entries = await app.db
    .select({ actorId: auditEntries.actorId, entityId: auditEntries.entityId })
    .from(auditEntries)
    .where(
      inArray(
        auditEntries.entityId,
        [...fans, ...others].map(({ id }) => id),
      ),
    );
  const expected = fans.map(({ id }, index) => ({ actorId: staff[index]!.id, entityId: id }));
  const byEntity = (one: { entityId: string }, other: { entityId: string }) =>
    one.entityId.localeCompare(other.entityId);
  expect(entries.toSorted(byEntity)).toEqual(expected.toSorted(byEntity));
});

test('two processes send every mail once', async () => {
  const subjects = Array.from({ length: 40 }, (_, number) => `Number ${number} of forty`);
  await app.db.transaction(async (tx) => {
    for (const subject of subjects) {
      const mail = { to: 'reader@example.test', subject, heading: subject, paragraphs: [] };
      await app.mail.queue(tx, mail);
    }
  });
  const folder = path.join(app.config.dataDir, 'mail');
  const sent = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('of-forty.eml'))
          .map(
            (name) => /^Subject: (.*)$/m.exec(readFileSync(path.join(folder, name), 'utf8'))![1]!,
          )
      : [];
  await expect.poll(() => new Set(sent()).size).toBe(subjects.length);
  expect(sent().toSorted()).toEqual(subjects.toSorted());
});

test.runIf(hasPgBouncer)(
  'a process refuses to hold locks and to listen behind PgBouncer',
  async () => {
    const { pool } = openDatabase(bouncer!.url, { max: 1 });
    await expect(requireDirect(pool)).rejects.toThrow('DATABASE_DIRECT_URL');
    await pool.end();
    const direct = openDatabase(app.directUrl, { max: 1 });
    await requireDirect(direct.pool);
    await direct.pool.end();
  },
);

test.runIf(hasPgBouncer)(
  'a process with named statements refuses a PgBouncer that does not know them',
  async () => {
    const { pool } = openDatabase(bouncer!.url, { max: 2 });
    const refusal = await requireNamedStatements(pool).then(
      () => null,
      (error: Error) => error.message,
    );
    await pool.end();
    const isKnown = bouncer!.env.DATABASE_NAMED_STATEMENTS === 'true';
    expect(refusal ?? '').toMatch(isKnown ? /^$/ : /DATABASE_NAMED_STATEMENTS: must be false/);
  },
);
