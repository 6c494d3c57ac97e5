import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Config } from '#src/platform/config/config.ts';
import { hasCode } from '#src/platform/database/embedded-postgres-files.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { securityHeaders } from '#src/server/security-headers.ts';

export type Probe = { path: string; close(): Promise<void> };

/** The product, or another program, listens there. */
export class PortInUseError extends Error {
  override name = 'PortInUseError';
}

/** Listens where the product would, and answers below a path that nobody can guess. @throws PortInUseError */
export async function openProbe(
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<Probe> {
  const path = `/doctor-${randomUUID()}`;
  const { promise: continued, resolve: send } = Promise.withResolvers<void>();
  const app = new Hono();
  app.use(securityHeaders(config));
  app.get(path, (c) =>
    c.json({
      host: c.req.header('host') ?? null,
      forwardedFor: c.req.header('x-forwarded-for') ?? null,
    }),
  );
  app.post(path, async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  app.get(`${path}/events`, (c) =>
    streamSSE(c, async (stream) => {
      await stream.writeSSE({ data: 'first' });
      await continued;
      await stream.writeSSE({ data: 'second' });
    }),
  );
  app.get(`${path}/continue`, (c) => {
    send();
    return c.body(null, 204);
  });
  try {
    const server = await listen({ fetch: app.fetch, host: config.host, port: config.port });
    return {
      path,
      async close() {
        send();
        if ('closeAllConnections' in server) server.closeAllConnections();
        await close(server);
      },
    };
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? new PortInUseError() : error;
  }
}
