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
