import { pino } from 'pino';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { installJobs } from '#src/platform/jobs/jobs.ts';
import { QUEUES } from '#src/server/queues.ts';
import { createTestApp } from '#test/harness.ts';
import { followPrimary } from './haproxy.ts';
import { findPostgres, startPrimary, startReplica } from './postgres.ts';
import { hasPrograms } from './programs.ts';

/** Whether tests with a whole cluster can run: on CI, and by `npm run test:failover`. */
export function canStartCluster(): boolean {
  if (!process.env.CI && !process.env.FAILOVERS) return false;
  const isReady = hasPrograms(['pgbouncer', 'haproxy'], 'postgresql pgbouncer haproxy');
  return isReady && findPostgres() !== null;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts a primary, a replica for which its commits wait, and HAProxy, which leads to whichever is the
 * primary; and an app with a database of its own there.
 */
export async function startCluster() {
  const primary = await startPrimary();
  await primary.run('create database velvet_rope');
  const { pool } = openDatabase(primary.url('velvet_rope'), { max: 2 });
  await migrateDatabase(pool);
  await installJobs(pool, pino({ level: 'silent' }), QUEUES);
  await pool.end();
  const replica = await startReplica(primary);
  const current = await followPrimary([primary, replica]);
  const app = await createTestApp(
    {
      REQUIRE_CONFIRMED_EMAIL: 'false',
      DATABASE_REPLICA_URLS: replica.url('velvet_rope'),
    },
    current.url('velvet_rope'),
  );
  // The copies of the template's sequences would be behind on the replica: their next values are logged
  // in advance, and a copy does not know that its log is that of the template.
  await primary.run('checkpoint');
  return {
    app,
    primary,
    replica,
    primaryUrl: app.directUrl,
    replicaUrl: app.directUrl.replace(new URL(app.directUrl).port, String(replica.port)),
    async stop() {
      await app.close();
      await current.stop();
      await primary.remove();
      await replica.remove();
    },
  };
}
