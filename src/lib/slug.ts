/** First path segments of the platform's own pages, which public pages may not use. */
export const RESERVED_SLUGS = [
  'about',
  'admin',
  'adults-only',
  'age',
  'api',
  'application',
  'applications',
  'assets',
  'audit',
  'auth',
  'automation',
  'avatars',
  'bank-files',
  'cancel',
  'cards',
  'confirm-email',
  'complaints',
  'consents',
  'contact',
  'content',
  'corrections',
  'dashboard',
  'debug',
  'disputes',
  'earnings',
  'fans',
  'favicon',
  'finish-sign-up',
  'for-creators',
  'forgot-password',
  'health',
  'icons',
  'images',
  'import',
  'inbox',
  'influencer',
  'influencers',
  'invitation',
  'invoices',
  'ledger',
  'ledger-checks',
  'login',
  'logout',
  'manifest',
  'marketplace',
  'media',
  'my-account',
  'my-content',
  'my-feed',
  'my-payouts',
  'my-subscriptions',
  'my-tasks',
  'offline',
  'payment-events',
  'payments',
  'payouts',
  'performer-documents',
  'performers',
  'privacy',
  'problems',
  'profile',
  'public',
  'receipts',
  'reconciliation',
  'report',
  'report-status',
  'reports',
  'reset-password',
  'restore-email',
  'robots',
  'sandbox',
  'secure-account',
  'setup',
  'signup',
  'sitemap',
  'statements',
  'static',
  'subscribe',
  'subscribers',
  'subscription-plans',
  'subscriptions',
  'support',
  'tasks',
  'tax-report',
  'terms',
  'thank-you',
  'unsubscribe',
  'uploads',
  'users',
  'vault',
  'webhooks',
] as const;

/** Converts a text to lower case and replaces all characters other than a-z, 0-9 and hyphens. */
export function toSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
}

/** Whether a path segment belongs to the platform itself. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.some((reserved) => reserved === slug);
}

/** The public URL in an address, in lower case; null for a text that cannot be one. */
export function parsePublicUrl(text: string | null | undefined): string | null {
  const slug = text?.toLowerCase() ?? '';
  return /^[a-z0-9-]{1,100}$/.test(slug) && !isReservedSlug(slug) ? slug : null;
}
