import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import {
  PAGE_CONTEXT_HEADER,
  serializePageContext,
  type PageContext,
} from '#src/lib/page-context.ts';
import { NO_PAGE, type PageLocation } from '#src/lib/page-location.ts';
import type { Config } from '#src/platform/config/config.ts';
import { hashSource } from './content-security-policy.ts';

/** Serves the built pages, or Vite's pages in development. */
export type Pages = {
  /** Loads the pages once, before anything else here is used. */
  load: () => Promise<void>;
  /** Renders an address. The page server receives nothing else of the request. */
  render: (address: string, context: PageContext) => Promise<Response>;
  /** Lets Vite answer the request in development. */
  serve?: (c: Context, context: PageContext) => Response;
  locatePage: (pathname: string) => PageLocation;
  /** Hashes of the inline scripts that static pages contain. */
  inlineScripts: string[];
  /** Hashes of the style elements that scripts of static pages add. */
  addedStyles: string[];
  close: () => Promise<void>;
};

type ServerEntry = {
  default: {
    fetch: (request: Request) => Promise<Response>;
    locatePage: (pathname: string) => PageLocation;
  };
};

/** Creates the request to the page server, which is identical for all viewers of a kind. */
export function createPageRequest(address: string, context: PageContext): Request {
  return new Request(`${context.origin}${address}`, {
    headers: { accept: 'text/html', [PAGE_CONTEXT_HEADER]: serializePageContext(context) },
  });
}

/** The built pages in `dist`, or those of Vite, which starts in the same process in development. */
export async function openPages(config: Config): Promise<Pages> {
  return config.mode === 'development' ? developmentPages(config) : builtPages();
}

function builtPages(): Pages {
  const entry = new URL('../../dist/server/entry-server.js', import.meta.url);
  let server: ServerEntry['default'];
  const render: Pages['render'] = (address, context) =>
    server.fetch(createPageRequest(address, context));
  const inlineScripts: string[] = [];
  const addedStyles: string[] = [];
  let loading: Promise<void> | undefined;
  async function load(): Promise<void> {
    server = ((await import(entry.href)) as ServerEntry).default;
    inlineScripts.push(...(await hashInlineScripts(render)));
    addedStyles.push(...(await hashToastStyles()));
  }
  return {
    load: () => (loading ??= load()),
    render,
    locatePage: (pathname) => server.locatePage(pathname),
    inlineScripts,
    addedStyles,
    close: async () => {},
  };
}

/**
 * The hashes of the scripts in a page that contains no data, so that they are those of the build: a
 * script that somebody managed to write into another page is not among them.
 */
async function hashInlineScripts(render: Pages['render']): Promise<string[]> {
  const page = await render(NO_PAGE, {
    origin: 'http://localhost',
    viewer: 'visitor',
    sendsMail: true,
  });
  const scripts = (await page.text()).matchAll(/<script>(.*?)<\/script>/gs);
  return [...scripts].map(([, script]) => hashSource(script!));
}

/** The hashes of the style element of the toast library, which supports no nonce: added empty, then filled. */
async function hashToastStyles(): Promise<string[]> {
  const source = await readFile(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!literal) throw new Error('sonner adds its styles in another way than before');
  return ['', JSON.parse(literal) as string].map(hashSource);
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
    load: async () => {},
    render: () => Promise.reject(new Error('Vite answers the requests itself')),
    serve: (c, context) => {
      c.env.incoming.headers[PAGE_CONTEXT_HEADER] = serializePageContext(context);
      vite.middlewares(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    // Never cached: an edit is visible after the next reload.
    locatePage: (address) => ({ address, isStatic: false, comesLast: true }),
    inlineScripts: [],
    addedStyles: [],
    close: () => vite.close(),
  };
}
