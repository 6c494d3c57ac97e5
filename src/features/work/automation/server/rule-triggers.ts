import { sql, type SQL } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { RuleTrigger } from '../automation.schema.ts';

/** What a trigger needs of a rule. */
export type Trigger = { trigger: RuleTrigger; days: number | null; activeSince: Date };

/** The number of failed attempts to charge that makes a payment issue. */
const FAILED_ATTEMPTS = 2;

const withRole = (role: 'influencer' | 'subscriber') => sql`${profiles}
  join ${users} on ${users.id} = ${profiles.id} and not ${isSuspendedNow}
  join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = ${role}`;

/** The last published post of an influencer, or when the influencer was created. */
const LAST_POST = sql`coalesce((select max(${contentPosts.publishedAt}) from ${contentPosts}
  where ${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is not null), ${profiles.createdAt})`;

/**
 * Selects for whom a trigger is true, as `person_id`, `name` and `episode`. A rule acts once in an
 * episode: a silence, a payment issue, a period of the interval.
 */
export function selectMatches({ trigger, days, activeSince }: Trigger, now: Date): SQL {
  const [at, since] = [now.toISOString(), activeSince.toISOString()];
  const name = sql`coalesce(nullif(${profiles.fullName}, ''), ${profiles.email})`;
  const select = (episode: SQL, from: SQL) =>
    sql`select ${profiles.id} as person_id, ${name} as name, (${episode})::text as episode from ${from}`;
  switch (trigger) {
    case 'influencer_created':
      return sql`${select(sql`'created'`, withRole('influencer'))}
        where ${profiles.createdAt} >= ${since}::timestamptz`;
    case 'no_post':
      return sql`${select(LAST_POST, withRole('influencer'))}
        where ${LAST_POST} < ${at}::timestamptz - make_interval(days => ${days})
          and not exists (select from ${contentPosts}
            where ${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is null
              and ${contentPosts.publishAt} is not null)`;
    case 'interval': {
      const period = sql`floor(extract(epoch from ${at}::timestamptz - ${since}::timestamptz) / 86400 / ${days}::int)`;
      return sql`${select(period, withRole('influencer'))}`;
    }
    case 'payment_failed':
      return sql`${select(
        sql`${userSubscriptions.id}::text || ' ' || ${userSubscriptions.pastDueSince}`,
        sql`${withRole('subscriber')}
          join ${userSubscriptions} on ${userSubscriptions.subscriberId} = ${profiles.id}`,
      )}
        where ${userSubscriptions.status} = 'past_due'
          and ${userSubscriptions.failedAttempts} >= ${FAILED_ATTEMPTS}`;
  }
}
