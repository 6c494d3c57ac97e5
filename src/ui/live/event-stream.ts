import { LIVE_TOPICS, type OpenStream } from './live-connection.ts';

const RETRY_MS = { first: 5_000, max: 10 * 60_000 };
/** How much longer than the age of the page the server looks back: the time a connection may take. */
const CONNECTING_MS = 10_000;

/**
 * Opens the server's event stream, which begins with what happened since the page began to load. The
 * browser itself reconnects after a lost connection; after an error response (session ended, server
 * starting) this retries with increasing delays.
 */
export const openEventStream: OpenStream = (onMessage, onOpen) => {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(timer);
    const startedAt = performance.now();
    let isReconnected = false;
    source = new EventSource(`/api/events?lookBack=${Math.round(startedAt) + CONNECTING_MS}`);
    source.addEventListener('open', () => {
      failures = 0;
      // The browser reconnects with the same address, so the server does not look back far enough.
      if (isReconnected || performance.now() - startedAt > CONNECTING_MS) onMessage('anything');
      else onOpen();
      isReconnected = true;
    });
    for (const topic of LIVE_TOPICS) source.addEventListener(topic, () => onMessage(topic));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      const maxDelay = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** failures++);
      timer = setTimeout(connect, maxDelay * (0.5 + Math.random() / 2));
    });
  }
  const reconnect = () => {
    if (source.readyState === EventSource.CLOSED) connect();
  };

  connect();
  window.addEventListener('online', reconnect);
  return () => {
    window.removeEventListener('online', reconnect);
    clearTimeout(timer);
    source.close();
  };
};
