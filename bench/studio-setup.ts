import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { signSessionToken } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Server } from './children.ts';

/** The product in a separate process, with a database and a folder for the benchmark. */
export type BenchSetup = { db: Db; pool: Pool; product: Server; dataDir: string; secret: string };

/** Creates a user with this role and a session. */
export async function signIn(setup: Pick<BenchSetup, 'pool' | 'secret'>, role: Role) {
  const { pool } = setup;
  const id = randomUUID();
  const email = `${id}@bench.test`;
  await pool.query('insert into users (id, name, email) values ($1, $2, $2)', [id, email]);
  await pool.query("insert into profiles (id, email, full_name) values ($1, $2, 'Bench')", [
    id,
    email,
  ]);
  await pool.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
  return { id, ...(await openSession(setup, id)) };
}

/** Creates a session of an existing user. */
export async function openSession(
  { pool, secret }: Pick<BenchSetup, 'pool' | 'secret'>,
  id: string,
) {
  const [sessionId, token] = [randomUUID(), randomUUID()];
  await pool.query(
    "insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [sessionId, token, id],
  );
  const cookie = `velvet.session_token=${signSessionToken([secret], token)}`;
  return { sessionId, cookie };
}

/** Summarizes sequential runs: items per second and percentiles of the durations. */
export function summarizeRuns(items: number, milliseconds: number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]!);
  const seconds = milliseconds.reduce((sum, each) => sum + each, 0) / 1_000;
  const perSecond = items / seconds;
  // The caller is a part of what is measured.
  return { perSecond, p50: percentile(0.5), p99: percentile(0.99), failures: 0, loadShare: 0 };
}
