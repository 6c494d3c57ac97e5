import { createHmac, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Server } from './children.ts';

/** The product in a process of its own, over a database and a folder that the bench may fill. */
export type Setting = { db: Db; pool: Pool; product: Server; dataDir: string; secret: string };

/** A user of this role with a session. */
export async function signIn(setting: Pick<Setting, 'pool' | 'secret'>, role: Role) {
  const { pool } = setting;
  const id = randomUUID();
  const email = `${id}@bench.test`;
  await pool.query('insert into users (id, name, email) values ($1, $2, $2)', [id, email]);
  await pool.query("insert into profiles (id, email, full_name) values ($1, $2, 'Bench')", [
    id,
    email,
  ]);
  await pool.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
  return { id, ...(await openSession(setting, id)) };
}

/** A session of a user who is there. */
export async function openSession({ pool, secret }: Pick<Setting, 'pool' | 'secret'>, id: string) {
  const [sessionId, token] = [randomUUID(), randomUUID()];
  await pool.query(
    "insert into sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [sessionId, token, id],
  );
  const seal = createHmac('sha256', secret).update(token).digest('base64');
  const cookie = `velvet.session_token=${encodeURIComponent(`${token}.${seal}`)}`;
  return { sessionId, cookie };
}

/** What a race of work that is done in turns measures: pieces a second, and how long a turn took. */
export function measuredTurns(pieces: number, milliseconds: number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]!);
  const seconds = milliseconds.reduce((sum, each) => sum + each, 0) / 1_000;
  return { perSecond: pieces / seconds, p50: percentile(0.5), p99: percentile(0.99), failures: 0 };
}
