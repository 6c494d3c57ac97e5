import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import type { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { hashPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  sessionCookieName,
  signSessionToken,
} from '#src/features/identity/auth/server/session-cookie.ts';
import { createSession } from '#src/features/identity/auth/server/sessions.ts';
import type { Role } from '#src/lib/roles.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { openDatabase, SERVER_TIMEOUTS } from '#src/platform/database/db.ts';
import { openReplicas } from '#src/platform/database/replicas.ts';
import { openJobs } from '#src/platform/jobs/jobs.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { createApp } from '#src/server/app.ts';
import { createServices, type Services } from '#src/server/services.ts';

export const PASSWORD = 'correct-horse';
let passwordHash: Promise<string> | undefined;

const inDatabase = (name: string, url: string) =>
  // Also matches socket addresses, which have the database name in the path too.
  url.replace(/\/velvet_rope(?=\?|$)/, `/${name}`);

async function createDatabase(template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = inDatabase(name, template);
  const maintenance = inDatabase('postgres', template);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: maintenance });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name} template velvet_rope strategy file_copy`);
  return { name, url, drop: () => run(`drop database if exists ${name} with (force)`) };
}

export type TestUser = { id: string; email: string; cookie: string };
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Answers that have to be alike differ in the id of their request. */
const withoutRequestId = (key: string, value: unknown) => (key === 'requestId' ? undefined : value);

/**
 * Starts the whole product in-process with a separate database. Call it in `beforeAll` and `close`
 * it in `afterAll`.
 * @param template of the database, on the server of the tests unless another one is tested
 */
export async function createTestApp(
  env: Record<string, string> = {},
  template: string = inject('templateUrl'),
) {
  const database = await createDatabase(template);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-files-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PAYMENTS: 'sandbox',
    VERIFICATION_PROVIDER: 'sandbox',
    LOG_LEVEL: 'silent',
    // Tests also run on nearly full disks.
    DISK_RESERVE_MB: '0',
    // Some tests call more often in a minute than a person can.
    THROTTLE_FACTOR: '1000',
    // Mails are read from their queue.
    REQUIRE_CONFIRMED_EMAIL: 'true',
    // Most tests call as staff without having set one up.
    REQUIRE_SECOND_FACTOR: 'false',
    ...env,
  });
  const log = pino({ level: env.LOG_LEVEL ?? 'silent' });
  const { db, pool } = openDatabase(database.url, { max: 8, timeouts: SERVER_TIMEOUTS });
  const replicas = openReplicas(pool, {
    urls: config.databaseReplicaUrls.map((url) => inDatabase(database.name, url)),
    namesStatements: true,
    log,
  });
  const jobs = await openJobs(pool, log);
  const services: Services = createServices({
    config,
    log,
    db,
    pool,
    replicas,
    directUrl: database.url,
    jobs,
    storage: await openStorage(config),
    slowStatements: null,
  });
  const app = createApp(services);
  let count = 0;

  async function openSession(userId: string, role: Role): Promise<string> {
    const token = await createSession(db, { userId, role, isRemembered: false });
    return `${sessionCookieName(config)}=${encodeURIComponent(signSessionToken(config.secrets, token))}`;
  }

  async function signIn(email: string, password = PASSWORD): Promise<string> {
    const response = await app.request('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`sign-in of ${email} failed: ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  return {
    ...services,
    services,
    app,
    signIn,
    /** Creates a user with this role and a session, without the costly hashing of a real sign-in. */
    async as(role: Role, profile: Parameters<typeof createUser>[2] = {}): Promise<TestUser> {
      const email = `${role}-${++count}@example.test`;
      const fullName = `${role} ${count}`;
      const password = await (passwordHash ??= hashPassword(PASSWORD));
      const id = await db.transaction(async (tx) => {
        const [user] = await tx
          .insert(users)
          .values({ email, name: fullName, emailConfirmedAt: new Date() })
          .returning();
        const { id } = user!;
        await tx.insert(credentials).values({ userId: id, password });
        await tx.insert(profiles).values({ ...profile, id, email, fullName });
        await tx.insert(userRoles).values({ userId: id, role });
        return id;
      });
      return { id, email, cookie: await openSession(id, role) };
    },
    /** Calls the API and returns status and JSON, without the id of the request. A body is sent as JSON. */
    async call(
      method: string,
      address: string,
      { user, body }: { user?: TestUser | undefined; body?: unknown } = {},
      // Tests check the shape of the response themselves.
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
    ): Promise<{ status: number; json: any; headers: Headers }> {
      const response = await app.request(address, {
        method,
        headers: {
          ...(user && { cookie: user.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = text.startsWith('{') || text.startsWith('[');
      const json: unknown = isJson ? JSON.parse(text, withoutRequestId) : text;
      return { status: response.status, json, headers: response.headers };
    },
    async close() {
      await services.live.stop();
      await jobs.stop();
      await replicas.stop();
      await pool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
