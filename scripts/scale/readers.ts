import type { Pool } from 'pg';
import { openSession } from '../../bench/studio-setup.ts';
import type { Reader } from './calls.ts';

/** How many subscriptions of a fan, and subscribers of an influencer, are typical. */
const TYPICAL = { fan: 5, influencer: 50 };

// The people whose number is the nearest to the typical one.
const PEOPLE: Record<'fan' | 'influencer', string> = {
  fan: `select r.user_id as id from user_roles r join lateral (
      select count(*) as number from user_subscriptions s where s.subscriber_id = r.user_id and s.status = 'active') s on true
    where r.role = 'subscriber' order by abs(s.number - ${TYPICAL.fan}), r.user_id limit $1`,
  influencer: `select r.user_id as id from user_roles r join lateral (
      select count(*) as number from user_subscriptions s where s.influencer_id = r.user_id) s on true
    where r.role = 'influencer' order by abs(s.number - ${TYPICAL.influencer}), r.user_id limit $1`,
};

/** Opens sessions of typical fans and influencers of a seeded platform. @returns their cookies */
export async function openSessionsOf(
  reader: Exclude<Reader, 'admin'>,
  { count, ...setup }: { pool: Pool; secret: string; count: number },
): Promise<string[]> {
  const { rows } = await setup.pool.query<{ id: string }>(PEOPLE[reader], [count]);
  const cookies: string[] = [];
  for (const { id } of rows) cookies.push((await openSession(setup, id)).cookie);
  return cookies;
}
