import { afterEach, expect, test, vi } from 'vitest';
import { connectLive, type LiveMessage } from './live-connection.ts';

type Tab = ReturnType<typeof openTab>;
const tabs = new Set<Tab>();
afterEach(() => {
  vi.useRealTimers();
  for (const tab of tabs) tab.close();
  tabs.clear();
});

/** A tab of the browser; `stream` sends a server event while the tab holds the stream. */
function openTab() {
  const received: LiveMessage[] = [];
  const tab = {
    received,
    stream: null as ((message: LiveMessage) => void) | null,
    close: () => connection.close(),
  };
  const connection = connectLive(
    (onMessage) => {
      tab.stream = onMessage;
      return () => {
        tab.stream = null;
      };
    },
    (message) => received.push(message),
  );
  tabs.add(tab);
  return tab;
}

// Runs in real time, with a generous timeout for slow machines.
const until = (condition: () => unknown) => vi.waitUntil(condition, { timeout: 20_000 });
const leaders = (...all: Tab[]) => all.filter(({ stream }) => stream);

test('one of several tabs holds the stream, and all tabs receive its messages', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await until(() => leaders(first, second, third).length > 0);
  const [leader, ...others] = leaders(first, second, third);
  expect(others).toEqual([]);
  leader!.stream!('notifications');
  await until(() => [first, second, third].every(({ received }) => received.length > 0));
  for (const { received } of [first, second, third]) {
    expect(new Set(received)).toEqual(new Set(['notifications']));
  }
});

test('a new tab receives what the tab that holds the stream has received since its page began to load', async () => {
  const first = openTab();
  await until(() => first.stream);
  first.stream!('tasks');
  const second = openTab();
  await until(() => second.received.length > 0);
  expect(second.received).toEqual(['tasks']);
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

test('a frozen tab loses the stream to a tab that gets no answer from it', async () => {
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
  // The frozen tab has announced nothing for an unknown time.
  expect(tab.received).toEqual(['anything']);
});

test('a tab whose lock was stolen closes the stream and waits for the lock again', async () => {
  const tab = openTab();
  await until(() => tab.stream);
  const before = tab.stream;
  const released = Promise.withResolvers<void>();
  const thief = navigator.locks.request(
    'velvet-rope-live',
    { steal: true },
    () => released.promise,
  );
  await until(() => !tab.stream);
  released.resolve();
  await thief;
  await until(() => tab.stream);
  expect(tab.stream).not.toBe(before);
});
