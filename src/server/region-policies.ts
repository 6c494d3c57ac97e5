import type { Context, MiddlewareHandler } from 'hono';
import type { ViewerAge } from '#src/features/trust/age-checks/server/viewer-age.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';
import type { RegionConfig } from '#src/platform/config/region-config.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { findRegionPolicy } from '#src/platform/http/region.ts';

/** What shows no creator: signing in, the law, reports, and what people do with a private link. */
const OPEN_PAGES = new Set([
  '2257',
  'adults-only',
  'age',
  'age-check',
  'application',
  'assets',
  'auth',
  'cancel',
  'confirm-email',
  'consents',
  'contact',
  'csp-reports',
  'forgot-password',
  'health',
  'invitation',
  'login',
  'price',
  'privacy',
  'release',
  'release-documents',
  'report',
  'report-status',
  'reset-password',
  'restore-email',
  'sandbox',
  'secure-account',
  'setup',
  'signup',
  'terms',
  'thank-you',
  'unsubscribe',
  'verified',
  'webhooks',
  '.well-known',
]);
const OPEN_OPERATIONS = new Set([
  'age-check',
  'application-pictures',
  'application-status',
  'applications',
  'auth',
  'cancel-link',
  'contact',
  'docs',
  'email-confirmation',
  'email-undo',
  'openapi.json',
  'own-consents',
  'own-release',
  'price-link',
  'report-status',
  'reports',
  'secure-account',
  'setup',
  'unsubscribe-link',
]);
/** A fan's own account, subscriptions and payments, which stay open wherever creators are hidden. */
const ACCOUNT_PAGES = new Set(['avatars', 'my-account', 'my-subscriptions', 'receipts']);
const ACCOUNT_OPERATIONS = new Set([
  'account',
  'invoices',
  'mail-preferences',
  'payment-options',
  'purchases',
  'saved-card',
  'subscriptions',
]);
/** Says whether creators are hidden. */
const SESSION = '/api/auth/session';
/** What shows creators without their pictures, and is open before an age is verified. */
const OPEN_UNVERIFIED_PAGES = new Set(['', 'cards', 'for-creators', 'transparency']);
const OPEN_UNVERIFIED_OPERATIONS = new Set(['transparency']);
/** Icons, the manifest and the like, which are not in a folder. */
const FILE = /^\/[^/]+\.[a-z0-9]+$/i;
/** Lists the addresses of creators. */
const SITEMAP = /^\/sitemap[^/]*\.xml$/i;

const segmentsOf = (path: string): [first: string, second: string] => {
  const [, first = '', second = ''] = path.split('/');
  return [first, second];
};

function isOpen(path: string): boolean {
  const [first, second] = segmentsOf(path);
  return first === 'api'
    ? OPEN_OPERATIONS.has(second)
    : OPEN_PAGES.has(first) || (FILE.test(path) && !SITEMAP.test(path));
}

function isOwnAccount(path: string): boolean {
  const [first, second] = segmentsOf(path);
  return first === 'api'
    ? ACCOUNT_OPERATIONS.has(second) || path === SESSION
    : ACCOUNT_PAGES.has(first);
}

/** Public pages are rendered without pictures and behind a gate, so search engines find their text. */
function isOpenUnverified({ req }: Context<RequestEnv>): boolean {
  const [first, second] = segmentsOf(req.path);
  if (first === 'api') return OPEN_UNVERIFIED_OPERATIONS.has(second);
  if (OPEN_UNVERIFIED_PAGES.has(first) || SITEMAP.test(req.path)) return true;
  return ['GET', 'HEAD'].includes(req.method) && parsePublicUrl(req.path.slice(1)) !== null;
}

/** Leads a browser to the age check; everything else gets an error. */
function refuseUnverified(c: Context<RequestEnv>): Response {
  const isPage = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
  if (!isPage || c.req.path.startsWith('/api/')) throw new DomainError('age-check-required');
  const { pathname, search } = new URL(c.req.url);
  c.header('cache-control', 'no-store');
  return c.redirect(`/age-check?${new URLSearchParams({ next: pathname + search })}`, 303);
}

/** Shared caches must not show an answer in another region, or to somebody whose age is unknown. */
function limitCaches(
  { headers }: Response,
  { countryHeader, regionHeader, verified }: RegionConfig,
) {
  const names = [countryHeader, regionHeader, verified.length > 0 && 'Cookie'].filter(Boolean);
  if (names.length > 0) headers.append('vary', names.join(', '));
  const caching = headers.get('cache-control');
  if (!caching?.startsWith('public')) return;
  if (verified.length > 0) headers.set('cache-control', caching.replace('public', 'private'));
  // Without headers, the region is that of the network.
  else if (!countryHeader) headers.set('cache-control', 'private, max-age=0');
}

type Dependencies = { config: { regions: RegionConfig }; viewerAge: ViewerAge };

/**
 * Enforces what regions demand of everybody but the team and the influencers: blocked ones show nothing,
 * others creators only after the age was verified. What shows no creator stays open, and so do the own
 * account and an unknown region.
 */
export function enforceRegionPolicies({
  config: { regions },
  viewerAge: { isMember, mayView },
}: Dependencies): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const isOwn = isOwnAccount(c.req.path);
    if (!isOwn && isOpen(c.req.path)) return next();
    const policy = findRegionPolicy(c, regions);
    if (policy === 'blocked' && !(await isMember(c))) {
      if (!isOwn) throw new DomainError('region-blocked');
      c.set('creatorsHiddenBy', policy);
    }
    if (policy === 'verified' && !(await mayView(c))) {
      if (!isOwn && !isOpenUnverified(c)) return refuseUnverified(c);
      c.set('creatorsHiddenBy', policy);
    }
    await next();
    limitCaches(c.res, regions);
  };
}
