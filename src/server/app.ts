import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { HTTPException } from 'hono/http-exception';
import { documentUploads } from '#src/features/agency/performers/server/document-uploads.ts';
import { verificationWebhooks } from '#src/features/agency/performers/server/provider-checks/verification-webhooks.ts';
import { sandboxVerification } from '#src/features/agency/verification-providers/server/sandbox/sandbox-verification.ts';
import { userInScope } from '#src/features/backoffice/users/server/user-scope.ts';
import { avatarFiles } from '#src/features/content/avatars/server/avatar-files.ts';
import { hashListUploads } from '#src/features/content/blocked-files/server/hash-list-uploads.ts';
import { createUploads } from '#src/features/content/media/server/uploads.ts';
import { events } from '#src/features/content/notifications/server/events.ts';
import { pageImageUploads } from '#src/features/content/page-images/server/page-image-uploads.ts';
import { publicImages } from '#src/features/content/page-images/server/public-images.ts';
import { portfolioFiles } from '#src/features/content/portfolios/server/portfolio-files.ts';
import { serveAuthorizedMedia } from '#src/features/content/posts/server/media-authorization.ts';
import { memberRedirects } from '#src/features/identity/auth/server/member-redirects.ts';
import { sessionCookieName } from '#src/features/identity/auth/server/session-cookie.ts';
import { oneClickUnsubscribe } from '#src/features/identity/mail-preferences/server/one-click.ts';
import { paymentWebhooks } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import { sandboxCheckout } from '#src/features/money/payments/server/sandbox/sandbox-checkout.ts';
import { sandboxPortal } from '#src/features/money/sandbox-billing/server/sandbox-portal.ts';
import { prepareInfluencerCheck } from '#src/features/storefront/influencer-page/server/influencer-check.ts';
import { prepareSubscriberCheck } from '#src/features/storefront/influencer-page/server/subscriber-check.ts';
import { confirmAge } from '#src/features/storefront/landing/server/age-gate.ts';
import { cards } from '#src/features/storefront/search-engines/server/cards.ts';
import { crawlers } from '#src/features/storefront/search-engines/server/crawlers.ts';
import { influencerRedirects } from '#src/features/storefront/search-engines/server/redirects.ts';
import { ageWebhooks } from '#src/features/trust/age-checks/server/age-webhooks.ts';
import { sandboxAge } from '#src/features/trust/age-checks/server/sandbox/sandbox-age.ts';
import { evidenceFiles } from '#src/features/trust/evidence/server/evidence-files.ts';
import { releaseUploads } from '#src/features/trust/releases/server/release-uploads.ts';
import { inboundMails } from '#src/features/work/contact/server/inbound-mails.ts';
import { RTA_LABEL } from '#src/lib/age.ts';
import { isSignedIn } from '#src/lib/page-context.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { loggedPath } from '#src/platform/http/logged-path.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { addHeaders, removeHeader } from '#src/platform/http/response-headers.ts';
import { MAXIMUM_BODY_BYTES } from '#src/platform/http/responses.ts';
import type { Log } from '#src/platform/log/log.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import { sandboxFiles } from '#src/platform/sandbox/sandbox-page.ts';
import { createHealthCheck, healthRoutes } from '#src/server/monitoring/health.ts';
import { createMetrics } from '#src/server/monitoring/metrics.ts';
import { createApiDocs } from './api-docs.ts';
import { createApi } from './api.ts';
import { OFFLINE_PAGE_POLICY, pagePolicy, WORKER_POLICY } from './content-security-policy.ts';
import { cspReports } from './csp-reports.ts';
import { refuseForeignAddresses } from './foreign-addresses.ts';
import { renderUnlessUnavailable, toUnexpectedError } from './outages.ts';
import { createPageShortcut } from './page-shortcut.ts';
import { createFindPageViewer, type FindPageViewer } from './page-viewer.ts';
import type { Pages } from './pages.ts';
import { createProblemResponse } from './problem-response.ts';
import { logRefusedRequests } from './refused-requests.ts';
import { enforceRegionPolicies } from './region-policies.ts';
import { requestContext, UNSAFE_METHODS } from './request-context.ts';
import { requestIds } from './request-ids.ts';
import { securityHeaders, securityHeadersOf } from './security-headers.ts';
import type { Services } from './services.ts';
import { staticPages } from './static-pages.ts';
import { wellKnown } from './well-known.ts';

const CLIENT_FILES = fileURLToPath(new URL('../../dist/client', import.meta.url));
/** What receives and serves files that few may see. */
const PRIVATE_FILES = [
  portfolioFiles,
  documentUploads,
  releaseUploads,
  evidenceFiles,
  hashListUploads,
];
const FILE_POLICIES = { '/sw.js': WORKER_POLICY, '/offline.html': OFFLINE_PAGE_POLICY };

/** Composes the HTTP app: headers, API, uploads, media, webhooks and pages, with the short way to some pages. */
export function createApp(services: Services, pages?: Pages) {
  const { config, db, log } = services;
  const app = new Hono<RequestEnv>();
  const logRefusal = logRefusedRequests(log);
  app.onError((error, c) => answerError(c, error, { log, logRefusal }));
  const metrics = mountMonitoring(app, services);
  app.use(refuseForeignAddresses(config.allowedHosts));
  // The page server has an endpoint for server functions, which the product does not use.
  app.all('/_serverFn/*', () => {
    throw new DomainError('not-found');
  });
  app.use(requestContext(services));
  const { blocked, verified } = config.regions;
  if (blocked.length + verified.length > 0) app.use(enforceRegionPolicies(services));
  // Before the static pages, which do not know addresses that redirect.
  app.route('/', influencerRedirects(services));
  app.route('/', memberRedirects(config));
  const findPageViewer = createFindPageViewer(prepareSubscriberCheck(db));
  const viewedPages = pages && { ...pages, findPageViewer };
  const cachedPages = viewedPages && createStaticPages(services, viewedPages);
  app.route('/', events(services));
  app.route('/', cspReports(services));
  mountApi(app, services);
  // Whatever follows waits for the pages, which a start loads last.
  if (pages) app.use(waitFor(pages.load));
  if (cachedPages) app.use(cachedPages.serve({ comesLast: false }));

  for (const files of ['/images/*', '/media/*']) app.use(files, labelAdultContent);
  app.all('/uploads/*', createUploads(services));
  app.get('/images/:name', publicImages(services));
  app.route('/', pageImageUploads(services));
  app.route('/', avatarFiles(services, userInScope));
  for (const files of PRIVATE_FILES) app.route('/', files(services));
  app.post('/age', bodyLimit({ maxSize: 10_000, onError: refuseLargeBody }), confirmAge(config));
  app.route('/', oneClickUnsubscribe(services));
  app.route('/', cards(services));
  app.route('/', crawlers(services));
  app.route('/', wellKnown(services));
  app.route('/', serveAuthorizedMedia(services));
  // Before those of the payment providers, whose path has the name of the provider.
  app.route('/', inboundMails(services));
  app.route('/', verificationWebhooks(services));
  app.route('/', ageWebhooks(services));
  app.route('/', paymentWebhooks(services));
  mountSandboxes(app, services);
  if (viewedPages && cachedPages) {
    mountFiles(app);
    app.use(cachedPages.serve({ comesLast: true }));
    mountPages(app, config, viewedPages);
  }
  const findFresh = cachedPages?.findFresh ?? (() => undefined);
  const measure = metrics?.measureShortcut;
  return Object.assign(app, { shortcut: createPageShortcut({ config, findFresh, measure }) });
}

/** Measures and completes every response, and mounts what monitoring requests by IP address. */
function mountMonitoring(app: Hono<RequestEnv>, services: Services) {
  app.use(requestIds);
  const checkHealth = createHealthCheck(services);
  const metrics = createMetrics({ ...services, checkHealth });
  if (metrics) app.use(metrics.measure);
  app.use(securityHeaders(services.config));
  app.route('/', healthRoutes(checkHealth));
  if (metrics) app.get('/metrics', metrics.serve);
  return metrics;
}

/** The pages that play the providers in test mode. */
function mountSandboxes(app: Hono<RequestEnv>, services: Services): void {
  const { payments, verification, ageChecks } = services.config;
  app.route('/', sandboxFiles());
  if (verification?.kind === 'sandbox') app.route('/', sandboxVerification(services));
  if (ageChecks.sandbox) app.route('/', sandboxAge(services));
  if (payments.sales.includes('sandbox')) {
    app.route('/', sandboxCheckout(services));
    app.route('/', sandboxPortal(services));
  }
}

async function answerError(
  c: Context<RequestEnv>,
  error: Error,
  { log, logRefusal }: { log: Log; logRefusal: ReturnType<typeof logRefusedRequests> },
): Promise<Response> {
  if (error instanceof DomainError) {
    await logRefusal(c, error);
    if (error.cause) log.error({ err: error.cause, path: loggedPath(c.req.path) }, error.message);
    return createProblemResponse(c, error);
  }
  if (error instanceof HTTPException && error.status < 500) {
    return createProblemResponse(c, new DomainError('invalid-input', error.message || undefined));
  }
  log.error({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'request failed');
  return createProblemResponse(c, toUnexpectedError(error));
}

// For parental filters and against indexing by search engines.
const labelAdultContent = addHeaders({ rating: RTA_LABEL, 'x-robots-tag': 'noindex' });

const siteOf = (config: Config) => ({
  agency: config.agency,
  payoutTerms: config.payoutTerms,
  origin: config.publicUrl,
  sendsMail: isMailConnected(config),
});

const waitFor =
  (load: () => Promise<void>): MiddlewareHandler =>
  async (_c, next) => {
    await load();
    await next();
  };

type ViewedPages = Pages & { findPageViewer: FindPageViewer };

function createStaticPages({ config, db, log }: Services, pages: ViewedPages) {
  return staticPages({
    ...pages,
    site: siteOf(config),
    isInfluencer: prepareInfluencerCheck(db),
    onNotFound: (path) => log.info({ path }, 'page not found'),
    headersFor: (pageStyles) => {
      const inline = {
        scripts: pages.inlineScripts,
        styles: [...pageStyles, ...pages.addedStyles],
      };
      return { ...securityHeadersOf(config), rating: RTA_LABEL, ...pagePolicy(config, inline) };
    },
  });
}

function mountApi(app: Hono<RequestEnv>, services: Services): void {
  const { config } = services;
  const api = createApi(services);
  const compressed = compress();
  // Skipped without accept-encoding: the middleware converts even uncompressed responses to costly streams.
  app.use('/api/*', (c, next) => (c.req.header('accept-encoding') ? compressed(c, next) : next()));
  // Only for methods with a body, because the check is just as costly.
  const limitBody = bodyLimit({ maxSize: MAXIMUM_BODY_BYTES, onError: refuseLargeBody });
  app.on(UNSAFE_METHODS, '/api/*', limitBody);
  app.use('/api/*', addHeaders({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }));
  app.route('/', api);
  const cookieName = sessionCookieName(config);
  app.route('/', createApiDocs(api, { publicUrl: config.publicUrl, cookieName }));
  app.all('/api/*', () => {
    throw new DomainError('not-found');
  });
}

function mountFiles(app: Hono<RequestEnv>): void {
  app.use(compress());
  app.use(
    '/assets/*',
    serveStatic({
      root: CLIENT_FILES,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.use(
    serveStatic({
      root: CLIENT_FILES,
      precompressed: true,
      onFound: (path, c) => {
        const name = path.replace(/\.(br|gz)$/, '');
        const policy = Object.entries(FILE_POLICIES).find(([file]) => name.endsWith(file))?.[1];
        // The service worker and its offline page must always be up to date.
        c.header('cache-control', policy ? 'no-cache' : 'public, max-age=3600');
        if (policy) c.header('content-security-policy', policy);
      },
    }),
  );
}

function mountPages(app: Hono<RequestEnv>, config: Config, pages: ViewedPages): void {
  app.get('*', async (c) => {
    const nonce = randomBytes(16).toString('base64');
    const viewer = await pages.findPageViewer(c);
    const context = { ...siteOf(config), viewer, nonce };
    if (pages.serve) {
      // Vite needs its own inline scripts, so its pages get no policy.
      removeHeader(c, 'content-security-policy');
      return pages.serve(c, context);
    }
    const { pathname, search } = new URL(c.req.url);
    const response = await renderUnlessUnavailable(() => pages.render(pathname + search, context));
    // Nobody reads the body, and rendering would wait for a reader.
    if (c.req.method === 'HEAD') await response.body?.cancel();
    const { headers } = response;
    // Five libraries of the signed-in screens add style elements without a nonce, see docs/decisions/0092.
    const inline = { scripts: [`'nonce-${nonce}'`], styles: ["'unsafe-inline'"] };
    const policy = pagePolicy(config, inline);
    for (const [name, value] of Object.entries(policy)) headers.set(name, value);
    headers.set('rating', RTA_LABEL);
    headers.set('x-robots-tag', 'noindex');
    headers.set('cache-control', isSignedIn(viewer) ? 'no-store' : 'no-cache');
    return response;
  });
}

function refuseLargeBody(): never {
  throw new DomainError('payload-too-large');
}
