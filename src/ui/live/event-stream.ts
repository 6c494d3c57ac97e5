import { LIVE_TOPICS, type OpenStream } from './live-connection.ts';

const RETRY_MS = { first: 5_000, most: 10 * 60_000 };

/**
 * Opens the server's stream of events. The browser comes back by itself when the connection breaks;
 * after a refusal (a session that ended, a server that starts) this tries again, ever more seldom.
 */
export const openEventStream: OpenStream = (tell) => {
  let source: EventSource;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(timer);
    source = new EventSource('/api/events');
    source.addEventListener('open', () => {
      refusals = 0;
      // Between what was on the screen and this, something may have happened.
      tell('anything');
    });
    for (const topic of LIVE_TOPICS) source.addEventListener(topic, () => tell(topic));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      const longest = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** refusals++);
      timer = setTimeout(connect, longest * (0.5 + Math.random() / 2));
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
