import type { Context, MiddlewareHandler } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import type { RegionConfig } from '#src/platform/config/region-config.ts';
import { findCountry } from '#src/platform/http/country.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';

/** What shows no creator: signing in, the law, reports, and what people do with a private link. */
const OPEN_PAGES = new Set([
  'adults-only',
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
/** Icons, the manifest and the like, which are not in a folder. */
const FILE = /^\/[^/]+\.[a-z0-9]+$/i;

function isOpen(path: string): boolean {
  const [, first = '', second = ''] = path.split('/');
  return first === 'api' ? OPEN_OPERATIONS.has(second) : OPEN_PAGES.has(first) || FILE.test(path);
}

/** The country of a request, and its subdivision if the proxy says so, such as `US` and `US-TX`. */
function listRegions(c: Context<RequestEnv>, config: RegionConfig): string[] {
  const { countryHeader, regionHeader } = config;
  const named = countryHeader && c.req.header(countryHeader)?.toUpperCase();
  const country = countryHeader ? named : findCountry(c.var.clientAddress);
  if (!country) return [];
  const part = regionHeader && c.req.header(regionHeader)?.toUpperCase();
  return part ? [country, `${country}-${part}`] : [country];
}

/**
 * Refuses everybody in a blocked region but the team and the influencers; what shows no creator stays
 * open. An unknown region is not blocked.
 */
export function refuseBlockedRegions(config: RegionConfig): MiddlewareHandler<RequestEnv> {
  const blocked = new Set(config.blocked);
  const { countryHeader, regionHeader } = config;
  const vary = [countryHeader, regionHeader].filter(Boolean).join(', ');
  return async (c, next) => {
    if (isOpen(c.req.path)) return next();
    if (listRegions(c, config).some((region) => blocked.has(region)) && !(await isMember(c))) {
      throw new DomainError('region-blocked');
    }
    await next();
    // A shared cache must not show a page of one region in another.
    const { headers } = c.res;
    if (vary) headers.append('vary', vary);
    else if (headers.get('cache-control')?.startsWith('public')) {
      headers.set('cache-control', 'private, max-age=0');
    }
  };
}

async function isMember(c: Context<RequestEnv>): Promise<boolean> {
  const actor = await c.var.findActor({ whileViewingAsFan: true });
  if (!actor || actor === 'suspended') return false;
  return actor.role !== 'subscriber' || actor.viewedBy !== null;
}
