import { LIVE_TOPICS, type OpenStream } from './live-connection.ts';

const RETRY_MS = { first: 5_000, max: 10 * 60_000 };
/** The time that connecting may take, by which the data is older when the server reads its age. */
const CONNECTING_MS = 10_000;

/**
 * Opens the server's event stream. The browser itself reconnects after a lost connection; after an
 * error response (session ended, server starting) this retries with increasing delays.
 */
export const openEventStream: OpenStream = (onMessage) => {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(timer);
    // The server announces what may have changed since the page requested its first data.
    const startedAt = performance.now();
    source = new EventSource(`/api/events?age=${Math.ceil(startedAt) + CONNECTING_MS}`);
    let isReconnected = false;
    source.addEventListener('open', () => {
      failures = 0;
      const isLate = performance.now() - startedAt > CONNECTING_MS;
      // Events before, or while the connection was lost, may have been missed.
      if (isReconnected || isLate) onMessage('anything');
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
