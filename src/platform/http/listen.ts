import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

// A running video stream must not delay a restart for long.
const SHUTDOWN_GRACE_MS = 5_000;

/** Milliseconds after which the server closes a connection. */
const CONNECTION_TIMEOUTS = {
  /** Longer than clients and proxies keep idle connections, so that none sends a request into a closing one. */
  keepAliveTimeout: 75_000,
  /** Slow headers are an attack. */
  headersTimeout: 30_000,
  /** A part of an upload, 16 MiB, takes 4 minutes with half a megabit a second. */
  requestTimeout: 600_000,
};
/** Without a byte in either direction: longer than a paused video buffers, shorter than forever. */
const SILENCE_MS = 600_000;

/** Answers a request before the HTTP app; false leaves it to the app. */
export type Shortcut = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

type ListenOptions = {
  fetch: Parameters<typeof getRequestListener>[0];
  shortcut?: Shortcut;
  host: string;
  port: number;
};

/** Serves HTTP. No connection stays open without an end. */
export function listen({ fetch, shortcut, host, port }: ListenOptions): Promise<Server> {
  const answer = getRequestListener(fetch);
  return new Promise((resolve, reject) => {
    const server = createServer(CONNECTION_TIMEOUTS, (incoming, outgoing) => {
      if (!shortcut?.(incoming, outgoing)) void answer(incoming, outgoing);
    });
    server.setTimeout(SILENCE_MS);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Closes idle connections immediately and others after a grace period. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref();
  await closed;
}
