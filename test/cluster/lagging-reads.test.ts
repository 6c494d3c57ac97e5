import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '#test/harness.ts';
import { canStartCluster, startCluster, type Cluster } from './cluster.ts';

const canRun = canStartCluster();

let cluster: Cluster;
beforeAll(async () => {
  if (canRun) cluster = await startCluster();
});
afterAll(async () => {
  if (canRun) await cluster.stop();
});

/** The people of the latest changes that an admin sees. */
async function listChanged(user: TestUser): Promise<string> {
  const { status, json } = await cluster.app.call('GET', '/api/audit', { user });
  expect(status).toBe(200);
  return JSON.stringify(json);
}

const countReads = async (): Promise<number> => {
  const [row] = await cluster.replica.run(
    `select sum(xact_commit)::int as count from pg_stat_database where datname like 'test_%'`,
  );
  return Number(row!.count);
};

test.runIf(canRun)(
  'a replica answers what may lag, and one’s own changes are always seen',
  async () => {
    const { app, replica } = cluster;
    const [author, other] = [await app.as('admin'), await app.as('admin')];
    const suspend = async () => {
      const fan = await app.as('subscriber');
      const { status } = await app.call('POST', `/api/users/${fan.id}/suspend`, {
        user: author,
        body: { reason: 'other' },
      });
      expect(status).toBe(200);
      return fan.email;
    };
    const first = await suspend();
    // The replica has come that far.
    await expect.poll(() => listChanged(other)).toContain(first);
    const before = await countReads();
    await expect
      .poll(async () => {
        await listChanged(other);
        return countReads();
      })
      .toBeGreaterThan(before + 5);

    await replica.run('select pg_wal_replay_pause()');
    const second = await suspend();
    expect(await listChanged(author)).toContain(second);
    expect(await listChanged(other)).not.toContain(second);
    // A replica that stays behind is left out.
    await expect.poll(() => listChanged(other)).toContain(second);
    await replica.run('select pg_wal_replay_resume()');
    const third = await suspend();
    expect(await listChanged(author)).toContain(third);
  },
);

test.runIf(canRun)('a replica that dies is left out, and no reader notices', async () => {
  const { app, primary, replica } = cluster;
  const user = await app.as('admin');
  await expect.poll(() => listChanged(user)).toContain('rows');
  await primary.run(`alter system set synchronous_standby_names = ''`);
  await primary.run('select pg_reload_conf()');
  await replica.kill();
  for (let read = 0; read < 20; read++) expect(await listChanged(user)).toContain('rows');
});
