import { pino } from 'pino';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { installJobs } from '#src/platform/jobs/jobs.ts';
import { QUEUES } from '#src/server/queues.ts';
import { createTestApp } from '#test/harness.ts';
import { followPrimary } from './haproxy.ts';
import { findPostgres, startPrimary, startReplica } from './postgres.ts';
import { hasPrograms } from './programs.ts';

/** Whether tests with a whole cluster can run. */
export function canStartCluster(): boolean {
  const isReady = hasPrograms(['pgbouncer', 'haproxy'], 'postgresql pgbouncer haproxy');
  return isReady && findPostgres() !== null;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts a primary, a replica for which its commits wait, and HAProxy, which leads to whichever is the
 * primary; and an app with a database of its own there.
 */
export async function startCluster() {
  // Steps in reverse order when the cluster stops or fails to start.
  const cleanup: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of cleanup.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await openCluster(cleanup)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openCluster(cleanup: (() => Promise<unknown>)[]) {
  const primary = await startPrimary();
  cleanup.push(primary.remove);
  await primary.run('create database velvet_rope');
  const { pool } = openDatabase(primary.url('velvet_rope'), { max: 2 });
  await migrateDatabase(pool);
  await installJobs(pool, pino({ level: 'silent' }), QUEUES);
  await pool.end();
  const replica = await startReplica(primary);
  cleanup.push(replica.remove);
  const current = await followPrimary([primary, replica]);
  cleanup.push(current.stop);
  const app = await createTestApp(
    {
      REQUIRE_CONFIRMED_EMAIL: 'false',
      DATABASE_REPLICA_URLS: replica.url('velvet_rope'),
    },
    current.url('velvet_rope'),
  );
  cleanup.push(app.close);
  // The copies of the template's sequences would be behind on the replica: their next values are logged
  // in advance, and a copy does not know that its log is that of the template.
  await primary.run('checkpoint');
  return {
    app,
    primary,
    replica,
    primaryUrl: app.directUrl,
    replicaUrl: app.directUrl.replace(new URL(app.directUrl).port, String(replica.port)),
  };
}
