import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { HTTPException } from 'hono/http-exception';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { sessionCookieName } from '#src/features/accounts/server/auth.ts';
import { sandboxCheckout } from '#src/features/billing/server/sandbox-checkout.ts';
import { publicImages } from '#src/features/media/server/public-images.ts';
import { createUploads } from '#src/features/media/server/uploads.ts';
import { mediaGate } from '#src/features/posts/server/media-gate.ts';
import { paymentWebhooks } from '#src/features/subscriptions/server/payment-webhooks.ts';
import { DomainError, toProblem } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config.ts';
import type { RequestEnv } from '#src/platform/operation.ts';
import { createApiDocs } from './api-docs.ts';
import { createApi } from './api.ts';
import type { Pages } from './pages.ts';
import { requestContext, UNSAFE_METHODS } from './request-context.ts';
import type { Services } from './services.ts';

// Mantine writes style attributes; scripts run only with this response's nonce or from our files.
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", NONCE],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};
const CLIENT_FILES = fileURLToPath(new URL('../dist/client', import.meta.url));
const MEGABYTE = 1024 ** 2;

function problemResponse(c: Context, error: DomainError): Response {
  const problem = toProblem(error);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/problem+json' },
  });
}

/** Composes the whole HTTP surface: headers, API, uploads, media, webhooks, then pages. */
export function createApp(services: Services, pages?: Pages['render']) {
  const { config, log, pool, storage } = services;
  const app = new Hono<RequestEnv>();
  app.onError((error, c) => {
    if (error instanceof DomainError) {
      if (error.cause) log.error({ err: error.cause, path: c.req.path }, error.message);
      return problemResponse(c, error);
    }
    if (error instanceof HTTPException && error.status < 500) {
      return problemResponse(c, new DomainError('invalid-input', error.message || undefined));
    }
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed');
    return problemResponse(c, new DomainError('internal'));
  });
  app.use(secureHeaders(headersFor(config)));
  app.use(requestContext(services));

  mountApi(app, services);
  app.get('/health', async (c) => {
    await pool.query('select 1');
    return c.json({ status: 'ok' });
  });
  app.all('/uploads/*', createUploads(services));
  app.get('/images/:name', publicImages(storage));
  app.route('/', mediaGate(services));
  app.route('/', paymentWebhooks(services));
  if (config.payments === 'sandbox') {
    const deliver = async (request: Request) => app.fetch(request);
    app.route('/', sandboxCheckout({ ...services, deliver }));
  }
  if (pages) mountPages(app, config, pages);
  return app;
}

const headersFor = ({ publicUrl }: Config) => ({
  strictTransportSecurity: publicUrl.startsWith('https://'),
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
});

function mountApi(app: Hono<RequestEnv>, services: Services): void {
  const { config } = services;
  const api = createApi(services);
  const compressed = compress();
  // Even without compressing it makes a stream of the answer, which costs more than all the rest.
  app.use('/api/*', (c, next) => (c.req.header('accept-encoding') ? compressed(c, next) : next()));
  // Looking for the body of a GET would cost as much.
  app.on(UNSAFE_METHODS, '/api/*', bodyLimit({ maxSize: MEGABYTE, onError: refuseLargeBody }));
  app.use('/api/*', async (c, next) => {
    await next();
    // Not c.header, which would make a stream of the finished answer.
    c.res.headers.set('cache-control', 'no-store');
  });
  app.route('/', api);
  const cookieName = sessionCookieName(config);
  app.route('/', createApiDocs(api, { publicUrl: config.publicUrl, cookieName }));
  app.all('/api/*', () => {
    throw new DomainError('not-found');
  });
}

function mountPages(app: Hono<RequestEnv>, config: Config, pages: Pages['render']): void {
  app.use(compress());
  app.use(
    '/assets/*',
    serveStatic({
      root: CLIENT_FILES,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.use(serveStatic({ root: CLIENT_FILES }));
  // Vite's development client needs inline scripts of its own.
  if (config.mode !== 'development') {
    app.use(secureHeaders({ ...headersFor(config), contentSecurityPolicy }));
  }
  app.get('*', (c) => pages(c, c.get('secureHeadersNonce') ?? ''));
}

function refuseLargeBody(): never {
  throw new DomainError('payload-too-large');
}
