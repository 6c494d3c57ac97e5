import path from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Config } from '#src/platform/config.ts';

/** Renders the pages: the built ones, or Vite's in development. */
export type Pages = {
  render: (c: Context, nonce: string) => Response | Promise<Response>;
  close: () => Promise<void>;
};

type ServerEntry = { default: { fetch: (request: Request) => Promise<Response> } };

/** Header that carries the CSP nonce from the shell to the page. */
const NONCE_HEADER = 'x-csp-nonce';

/** Loads the built pages from `dist`, or starts Vite in the same process in development. */
export async function loadPages(config: Config): Promise<Pages> {
  return config.mode === 'development' ? developmentPages(config) : builtPages();
}

async function builtPages(): Promise<Pages> {
  const entry = new URL('../dist/server/entry-server.js', import.meta.url);
  const { default: server } = (await import(entry.href)) as ServerEntry;
  return {
    render: (c, nonce) => {
      const request = new Request(c.req.raw);
      request.headers.set(NONCE_HEADER, nonce);
      return server.fetch(request);
    },
    close: async () => {},
  };
}

async function developmentPages({ dataDir, port }: Config): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Without a temporary file, which would make a watching Node restart.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { host: '127.0.0.1', port: port + 10_000 } },
    appType: 'custom',
    // Of its own, so that several checkouts or ports never share a half-written cache.
    cacheDir: path.join(dataDir, 'vite'),
  });
  return {
    render: (c, nonce) => {
      c.env.incoming.headers[NONCE_HEADER] = nonce;
      vite.middlewares(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    close: () => vite.close(),
  };
}
