import path from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { PAGE_CONTEXT_HEADER, type PageContext } from '#src/lib/page-context.ts';
import type { Config } from '#src/platform/config.ts';

/** Renders the pages: the built ones, or Vite's in development. */
export type Pages = {
  render: (c: Context, context: PageContext) => Response | Promise<Response>;
  /** Whether an address is the same for all viewers of a kind, without a script of its own. */
  isStatic: (pathname: string) => boolean;
  close: () => Promise<void>;
};

type ServerEntry = {
  default: {
    fetch: (request: Request) => Promise<Response>;
    isStatic: (pathname: string) => boolean;
  };
};

/** Loads the built pages from `dist`, or starts Vite in the same process in development. */
export async function loadPages(config: Config): Promise<Pages> {
  return config.mode === 'development' ? developmentPages(config) : builtPages();
}

async function builtPages(): Promise<Pages> {
  const entry = new URL('../dist/server/entry-server.js', import.meta.url);
  const { default: server } = (await import(entry.href)) as ServerEntry;
  return {
    render: (c, context) => {
      // Also for HEAD, whose answer is that of GET without its body: pages may be kept for both.
      const request = new Request(c.req.raw, { method: 'GET' });
      request.headers.set(PAGE_CONTEXT_HEADER, JSON.stringify(context));
      return server.fetch(request);
    },
    isStatic: server.isStatic,
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
    render: (c, context) => {
      c.env.incoming.headers[PAGE_CONTEXT_HEADER] = JSON.stringify(context);
      vite.middlewares(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    // Rendered anew each time: an edit shows at the next reload.
    isStatic: () => false,
    close: () => vite.close(),
  };
}
