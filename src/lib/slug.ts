/** Addresses of the product itself: a public page may not hide them. */
export const RESERVED_SLUGS = [
  'about',
  'admin',
  'adults-only',
  'age',
  'api',
  'applications',
  'assets',
  'audit',
  'auth',
  'cards',
  'contact',
  'content',
  'dashboard',
  'debug',
  'earnings',
  'favicon',
  'forgot-password',
  'health',
  'icons',
  'images',
  'influencer',
  'influencers',
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
  'payouts',
  'privacy',
  'profile',
  'public',
  'reset-password',
  'robots',
  'sandbox',
  'setup',
  'signup',
  'sitemap',
  'static',
  'subscribe',
  'subscribers',
  'subscription-plans',
  'subscriptions',
  'support',
  'tasks',
  'terms',
  'thank-you',
  'uploads',
  'users',
  'webhooks',
] as const;

/** Lowercases, and turns every character other than a-z, 0-9 and hyphen into a hyphen. */
export const toSlug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');

/** Whether an address of one part belongs to the product itself. */
export const isReservedSlug = (slug: string): boolean =>
  RESERVED_SLUGS.some((reserved) => reserved === slug);
