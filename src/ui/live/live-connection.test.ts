import { afterEach, expect, test, vi } from 'vitest';
import { connectLive, type LiveMessage } from './live-connection.ts';

type Tab = ReturnType<typeof openTab>;
const tabs = new Set<Tab>();
afterEach(() => {
  vi.useRealTimers();
  for (const tab of tabs) tab.close();
  tabs.clear();
});

/** A tab of the browser; `stream` is its end of the server's stream while it holds that. */
function openTab() {
  const heard: LiveMessage[] = [];
  const tab = {
    heard,
    stream: null as ((message: LiveMessage) => void) | null,
    close: () => connection.close(),
  };
  const connection = connectLive(
    (tell) => {
      tab.stream = tell;
      return () => {
        tab.stream = null;
      };
    },
    (message) => heard.push(message),
  );
  tabs.add(tab);
  return tab;
}

// On real time, and with room for a busy machine.
const until = (condition: () => unknown) => vi.waitUntil(condition, { timeout: 20_000 });
const leaders = (...all: Tab[]) => all.filter(({ stream }) => stream);

test('of several tabs one holds the stream, and all hear what it says', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await until(() => leaders(first, second, third).length > 0);
  const [leader, ...others] = leaders(first, second, third);
  expect(others).toEqual([]);
  leader!.stream!('notifications');
  await until(() => [first, second, third].every(({ heard }) => heard.length > 0));
  for (const { heard } of [first, second, third]) expect(heard).toEqual(['notifications']);
});

test('another tab takes over when the one that holds the stream closes', async () => {
  const first = openTab();
  await until(() => first.stream);
  const second = openTab();
  first.close();
  expect(first.stream).toBeNull();
  await until(() => second.stream);
});

test('a tab that closes while it waits never opens a stream', async () => {
  const first = openTab();
  await until(() => first.stream);
  const [second, third] = [openTab(), openTab()];
  second.close();
  first.close();
  await until(() => third.stream);
  expect(second.stream).toBeNull();
});

test('a tab that its browser has frozen loses the stream to one that asks in vain', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const holding = Promise.withResolvers<void>();
  const frozen = navigator.locks.request('velvet-rope-live', () => {
    holding.resolve();
    return new Promise(() => {});
  });
  await holding.promise;
  const tab = openTab();
  vi.advanceTimersByTime(3_000);
  await expect(frozen).rejects.toThrow();
  await until(() => tab.stream);
});

test('a tab whose stream was taken closes it and queues up again', async () => {
  const tab = openTab();
  await until(() => tab.stream);
  const before = tab.stream;
  const taken = Promise.withResolvers<void>();
  const thief = navigator.locks.request('velvet-rope-live', { steal: true }, () => taken.promise);
  await until(() => !tab.stream);
  taken.resolve();
  await thief;
  await until(() => tab.stream);
  expect(tab.stream).not.toBe(before);
});
