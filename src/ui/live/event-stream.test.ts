import { afterEach, expect, test, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

/** Connections that the test opens, loses and answers in place of a server. */
const connections: Connection[] = [];
class Connection extends EventTarget {
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    connections.push(this);
  }
  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  close(): void {}
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  connections.length = 0;
});

test('events are announced, and everything after a lost connection, but nothing when the page opens', () => {
  vi.stubGlobal('EventSource', Connection);
  vi.stubGlobal('window', new EventTarget());
  const received: string[] = [];
  const close = openEventStream((message) => received.push(message));
  const [connection] = connections;
  expect(connection!.url).toMatch(/^\/api\/events\?age=\d+$/);
  connection!.emit('open');
  expect(received).toEqual([]);
  connection!.emit('media');
  expect(received).toEqual(['media']);
  connection!.emit('error');
  connection!.emit('open');
  expect(received).toEqual(['media', 'anything']);
  close();
});

test('everything is announced if connecting took longer than the server looks back', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('EventSource', Connection);
  vi.stubGlobal('window', new EventTarget());
  const received: string[] = [];
  const close = openEventStream((message) => received.push(message));
  expect(Number(connections[0]!.url.split('=')[1])).toBeGreaterThan(9_000);
  vi.advanceTimersByTime(11_000);
  connections[0]!.emit('open');
  expect(received).toEqual(['anything']);
  close();
});
