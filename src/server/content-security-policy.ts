import { createHash } from 'node:crypto';
import type { Config } from '#src/platform/config/config.ts';
import { getBucketOrigin } from '#src/platform/config/storage-config.ts';

/** Address that browsers report violations to. */
export const CSP_REPORTS = '/api/csp-reports';

/** Sources of inline scripts and style elements: hashes, or the nonce of the response. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** Additional origins of videos. */
const videoOrigins = ({ mediaDelivery, storage }: Config): string[] =>
  mediaDelivery === 'redirect' && storage.kind === 's3' ? [getBucketOrigin(storage)] : [];

const write = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');

/** For responses that are no pages, in case a browser shows one as a document. */
export const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of an error page, which has a style element with this text and nothing else. */
export function errorPagePolicy(style: string): string {
  return `${DATA_POLICY}; style-src ${hashSource(style)}`;
}

/** Of the service worker, which passes on what pages request. */
export const WORKER_POLICY = `${DATA_POLICY}; connect-src 'self'`;

/** Of the page without a connection, whose document has a stricter policy that also holds offline. */
export const OFFLINE_PAGE_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of the API documentation, whose viewer contains icons as data. */
export const API_DOCS_POLICY = `${DATA_POLICY}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'`;

const CLOSED = { 'base-uri': "'none'", 'object-src': "'none'", 'frame-ancestors': "'none'" };

/** The source that allows an inline script or style with exactly this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Headers with the policy of a page: only our own files, and inline code from these sources. */
export function pagePolicy(config: Config, inline: InlineSources): Record<string, string> {
  const policy = write({
    'default-src': "'self'",
    'script-src': ["'self'", ...inline.scripts].join(' '),
    'script-src-attr': "'none'",
    'style-src-elem': ["'self'", ...inline.styles].join(' '),
    // Attributes carry the colours of influencers and positions; see docs/decisions/0092.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': ["'self' blob:", ...videoOrigins(config)].join(' '),
    'form-action': "'self'",
    ...CLOSED,
    'report-uri': CSP_REPORTS,
    'report-to': 'csp',
  });
  return {
    'content-security-policy': policy,
    'reporting-endpoints': `csp="${CSP_REPORTS}"`,
  };
}
