import path from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import {
  PAGE_CONTEXT_HEADER,
  serializePageContext,
  type PageContext,
} from '#src/lib/page-context.ts';
import type { Config } from '#src/platform/config/config.ts';

/** Renders the pages: the built ones, or Vite's in development. */
export type Pages = {
  /** Renders an address. Nothing else of the visitor's request reaches the page server. */
  render: (address: string, context: PageContext) => Promise<Response>;
  /** Answers the request itself: Vite does, in development. */
  serve?: (c: Context, context: PageContext) => Response;
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

/** What the page server is asked for an address: the same for all viewers of a kind. */
export const pageRequest = (address: string, context: PageContext): Request =>
  new Request(`${context.origin}${address}`, {
    headers: { accept: 'text/html', [PAGE_CONTEXT_HEADER]: serializePageContext(context) },
  });

/** Loads the built pages from `dist`, or starts Vite in the same process in development. */
export async function loadPages(config: Config): Promise<Pages> {
  return config.mode === 'development' ? developmentPages(config) : builtPages();
}

async function builtPages(): Promise<Pages> {
  const entry = new URL('../../dist/server/entry-server.js', import.meta.url);
  const { default: server } = (await import(entry.href)) as ServerEntry;
  return {
    render: (address, context) => server.fetch(pageRequest(address, context)),
    isStatic: server.isStatic,
    close: async () => {},
  };
}

async function developmentPages({ allowedHosts, dataDir, port }: Config): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Without a temporary file, which would make a watching Node restart.
    configLoader: 'native',
    server: { middlewareMode: true, allowedHosts, hmr: { host: '127.0.0.1', port: port + 10_000 } },
    appType: 'custom',
    // Of its own, so that several checkouts or ports never share a half-written cache.
    cacheDir: path.join(dataDir, 'vite'),
  });
  return {
    render: () => Promise.reject(new Error('Vite answers the requests itself')),
    serve: (c, context) => {
      c.env.incoming.headers[PAGE_CONTEXT_HEADER] = serializePageContext(context);
      vite.middlewares(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    // Rendered anew each time: an edit shows at the next reload.
    isStatic: () => false,
    close: () => vite.close(),
  };
}
