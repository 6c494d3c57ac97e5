/** The numbers of records of a seeded platform. */
export type Size = {
  posts: number;
  media: number;
  influencers: number;
  fans: number;
  subscriptions: number;
  notifications: number;
  /** The subscribers of each of the most popular influencers. */
  mostSubscribers: number;
  popularInfluencers: number;
  /** The subscriptions of each of the busiest fans. */
  mostSubscriptions: number;
  busyFans: number;
  tasks: number;
  applications: number;
  messages: number;
  auditEntries: number;
};

/** Fewer posts would have too few influencers and fans for the other records. */
export const FEWEST_POSTS = 1_000;

/** The size of a platform with this many posts; everything but the smallest numbers grows with them. */
export function sizeOf(posts: number): Size {
  const influencers = Math.max(40, Math.round(posts / 100));
  const fans = Math.round(posts / 5);
  return {
    posts,
    media: Math.round(posts * 1.5),
    influencers,
    fans,
    subscriptions: Math.round(posts * 1.2),
    notifications: posts * 5,
    mostSubscribers: Math.round(fans / 4),
    popularInfluencers: 5,
    mostSubscriptions: Math.min(500, influencers / 2),
    busyFans: Math.min(20, Math.round(fans / 100)),
    tasks: Math.round(posts / 10),
    applications: Math.round(posts / 10),
    messages: Math.round(posts / 20),
    auditEntries: Math.round(posts / 5),
  };
}
