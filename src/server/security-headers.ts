import type { MiddlewareHandler } from 'hono';
import type { Config } from '#src/platform/config/config.ts';
import { addHeaders } from '#src/platform/http/response-headers.ts';
import { DATA_POLICY } from './content-security-policy.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

// Features of browsers that the product never uses; passkeys and fullscreen stay at their default.
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** The security headers of every response; the content security policy depends on what it is. */
export function securityHeadersOf({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Record<string, string> {
  const isEncrypted = publicUrl.startsWith('https://');
  return {
    'x-content-type-options': 'nosniff',
    // No other site learns that a visitor comes from here.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    ...(isEncrypted && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/**
 * Adds the security headers to every response, including redirects and errors. Mounted first. Pages
 * bring a content security policy of their own.
 */
export function securityHeaders(config: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  return addHeaders({ ...securityHeadersOf(config), 'content-security-policy': DATA_POLICY });
}
