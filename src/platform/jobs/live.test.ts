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

/** Listens as a process of its own; `next` waits for what is heard next. */
async function listener() {
  const live = createLive(app.pool, app.log);
  const heard: unknown[] = [];
  let wake = () => {};
  const unsubscribe = await live.subscribe((event) => {
    heard.push(event);
    wake();
  });
  return {
    ...live,
    unsubscribe,
    async next(): Promise<unknown> {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift();
    },
  };
}

const newEvent = (): LiveEvent => ({ topic: 'notifications', userId: randomUUID() });

test('what a transaction tells is heard by every process when it commits', async () => {
  const [one, other] = [await listener(), await listener()];
  const event = newEvent();
  await app.db.transaction((tx) => publishLiveEvent(tx, event));
  expect([await one.next(), await other.next()]).toEqual([event, event]);
  await Promise.all([one.stop(), other.stop()]);
});

test('what is told by a transaction that fails is never heard', async () => {
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

test('after a lost connection listeners hear that something may have been missed', async () => {
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

test('a notice that nobody understands harms nobody', async () => {
  const { next, stop } = await listener();
  await app.db.execute(sql`select pg_notify('velvet_rope_live', 'nonsense')`);
  const event = newEvent();
  await publishLiveEvent(app.db, event);
  expect(await next()).toEqual(event);
  await stop();
});

test('who has unsubscribed hears nothing more', async () => {
  const { next, subscribe, unsubscribe, stop } = await listener();
  const missed = newEvent();
  const heardByOther = new Promise((resolve) => void subscribe(resolve));
  unsubscribe();
  await publishLiveEvent(app.db, missed);
  expect(await heardByOther).toEqual(missed);
  const event = newEvent();
  // Only to show that the first was not merely late.
  const again = await Promise.race([next(), heardByOther.then(() => event)]);
  expect(again).toEqual(event);
  await stop();
});
