import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createLive, publishLiveEvent, type LiveEvent } from './live.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Listens like a separate process; `next` waits for the next event. */
async function listener() {
  const live = createLive(app.directUrl, app.log);
  const received: unknown[] = [];
  let wake = () => {};
  const unsubscribe = await live.subscribe((event) => {
    received.push(event);
    wake();
  });
  return {
    ...live,
    unsubscribe,
    async next(): Promise<unknown> {
      while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return received.shift();
    },
  };
}

const newEvent = (): LiveEvent => ({ topic: 'notifications', userId: randomUUID() });

test('an event of a transaction reaches every process on commit', async () => {
  const [one, other] = [await listener(), await listener()];
  const event = newEvent();
  await app.db.transaction((tx) => publishLiveEvent(tx, event));
  expect([await one.next(), await other.next()]).toEqual([event, event]);
  await Promise.all([one.stop(), other.stop()]);
});

test('an event of a failed transaction is never delivered', async () => {
  const { next, stop } = await listener();
  const failing = app.db.transaction(async (tx) => {
    await publishLiveEvent(tx, newEvent());
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const event = newEvent();
  await publishLiveEvent(app.db, event);
  expect(await next()).toEqual(event);
  await stop();
});

test('after a lost connection listeners learn that they may have missed events', async () => {
  const { next, stop } = await listener();
  await app.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'velvet-rope-live' and datname = current_database()`);
  expect(await next()).toEqual({ topic: 'anything' });
  const event = newEvent();
  await publishLiveEvent(app.db, event);
  expect(await next()).toEqual(event);
  await stop();
});

test('an invalid notification is ignored', async () => {
  const { next, stop } = await listener();
  await app.db.execute(sql`select pg_notify('velvet_rope_live', 'nonsense')`);
  const event = newEvent();
  await publishLiveEvent(app.db, event);
  expect(await next()).toEqual(event);
  await stop();
});

test('after unsubscribing a listener receives no events', async () => {
  const { next, subscribe, unsubscribe, stop } = await listener();
  const missed = newEvent();
  const receivedByOther = new Promise((resolve) => void subscribe(resolve));
  unsubscribe();
  await publishLiveEvent(app.db, missed);
  expect(await receivedByOther).toEqual(missed);
  const event = newEvent();
  // Shows that the first event was not merely delayed.
  const again = await Promise.race([next(), receivedByOther.then(() => event)]);
  expect(again).toEqual(event);
  await stop();
});
