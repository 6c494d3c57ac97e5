import path from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import {
  PAGE_CONTEXT_HEADER,
  serializePageContext,
  type PageContext,
} from '#src/lib/page-context.ts';
import type { Config } from '#src/platform/config/config.ts';

/** Serves the built pages, or Vite's pages in development. */
export type Pages = {
  /** Renders an address. The page server receives nothing else of the request. */
  render: (address: string, context: PageContext) => Promise<Response>;
  /** Lets Vite answer the request in development. */
  serve?: (c: Context, context: PageContext) => Response;
  /** Whether the page of an address is identical for all viewers of a kind. */
  isStatic: (pathname: string) => boolean;
  close: () => Promise<void>;
};

type ServerEntry = {
  default: {
    fetch: (request: Request) => Promise<Response>;
    isStatic: (pathname: string) => boolean;
  };
};

/** Creates the request to the page server, which is identical for all viewers of a kind. */
export function createPageRequest(address: string, context: PageContext): Request {
  return new Request(`${context.origin}${address}`, {
    headers: { accept: 'text/html', [PAGE_CONTEXT_HEADER]: serializePageContext(context) },
  });
}

/** Loads the built pages from `dist`, or starts Vite in the same process in development. */
export async function loadPages(config: Config): Promise<Pages> {
  return config.mode === 'development' ? developmentPages(config) : builtPages();
}

async function builtPages(): Promise<Pages> {
  const entry = new URL('../../dist/server/entry-server.js', import.meta.url);
  const { default: server } = (await import(entry.href)) as ServerEntry;
  return {
    render: (address, context) => server.fetch(createPageRequest(address, context)),
    isStatic: server.isStatic,
    close: async () => {},
  };
}

async function developmentPages({ allowedHosts, dataDir, port }: Config): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Without a temporary file, which would restart a watching Node process.
    configLoader: 'native',
    server: { middlewareMode: true, allowedHosts, hmr: { host: '127.0.0.1', port: port + 10_000 } },
    appType: 'custom',
    // A separate folder, so that other checkouts and ports do not share an incomplete cache.
    cacheDir: path.join(dataDir, 'vite'),
  });
  return {
    render: () => Promise.reject(new Error('Vite answers the requests itself')),
    serve: (c, context) => {
      c.env.incoming.headers[PAGE_CONTEXT_HEADER] = serializePageContext(context);
      vite.middlewares(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    // Never cached: an edit is visible after the next reload.
    isStatic: () => false,
    close: () => vite.close(),
  };
}
