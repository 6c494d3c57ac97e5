/** Who reads an address. */
export type Reader = 'fan' | 'admin' | 'influencer';
export type Call = {
  title: string;
  reader: Reader;
  address: string;
  /** Why it reads more rows of a larger platform, where nothing better is known yet. */
  growsBecause?: string;
};

const get = (reader: Reader, address: string, title = address): Call => ({
  title,
  reader,
  address,
});

const COMPARED = 'people are compared with the word until a thousand are found';

/** The reads that happen most often, and those that search or add up large tables. */
export const SCALE_READS: Call[] = [
  get('fan', '/api/feed', 'my feed'),
  get('fan', '/api/notifications/unread', 'unread count'),
  get('fan', '/api/notifications', 'the bell'),
  get('fan', '/api/feed/public', 'the public feed'),
  get('fan', '/api/subscriptions', 'my subscriptions'),
  get('fan', '/api/marketplace?sort=popular', 'the marketplace, popular'),
  get('fan', '/api/marketplace', 'the marketplace'),
  get('fan', '/api/marketplace?sort=newest&search=calloway', 'the marketplace, search'),
  get('influencer', '/api/dashboard/own', "an influencer's dashboard"),
  get('influencer', '/api/earnings?range=last-12-months', "an influencer's earnings"),
  get('influencer', '/api/my-payouts', "an influencer's payouts"),
  get('admin', '/api/dashboard'),
  get('admin', '/api/subscribers'),
  get('admin', '/api/subscribers/figures'),
  get('admin', '/api/payments'),
  {
    ...get('admin', '/api/payments?search=calloway', '/api/payments, a common name'),
    growsBecause: COMPARED,
  },
  get('admin', '/api/payments?search=member-77%40', '/api/payments, one person'),
  get('admin', '/api/payouts'),
  get('admin', '/api/payouts?status=pending&search=calloway', '/api/payouts, a common name'),
  get('admin', '/api/payouts?search=member-77%40', '/api/payouts, one person'),
  get('admin', '/api/payouts/totals'),
  get('admin', '/api/users?role=subscriber'),
  get('admin', '/api/users?search=member-77%40', '/api/users, one person'),
  get('admin', '/api/tasks?sort=due'),
  get('admin', '/api/applications?status=pending'),
  get('admin', '/api/audit'),
  get('admin', '/api/staff-notifications'),
  get('admin', '/api/staff-notifications/unread'),
];

/** Reads and the write whose slowest answers matter most. */
export const STEADY_READS = ['my feed', 'unread count', '/api/dashboard', '/api/payments'];

/** The reads that must not read more rows because tables are larger. */
export function withoutKnownGrowth<Of extends { title: string }>(readings: Of[]): Of[] {
  const known = new Set(SCALE_READS.filter((each) => each.growsBecause).map(({ title }) => title));
  return readings.filter(({ title }) => !known.has(title));
}
