import { and, sql, type SQL } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { hasTag } from '#src/features/identity/tags/server/tags.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { RuleTrigger } from '../automation.schema.ts';

/** What a trigger needs of a rule. */
export type Trigger = {
  trigger: RuleTrigger;
  days: number | null;
  tag: string | null;
  activeSince: Date;
};

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
export function selectMatches(rule: Trigger, now: Date): SQL {
  const { episode, from, where } = matchOf(rule, now);
  const name = nameOrEmail({ name: profiles.fullName, email: profiles.email });
  return sql`select ${profiles.id} as person_id, ${name} as name, (${episode})::text as episode
    from ${from}
    where ${and(sql`true`, where, hasTag('person', profiles.id, rule.tag ?? undefined))}`;
}

type Match = { episode: SQL; from: SQL; where?: SQL };

function matchOf({ trigger, days, activeSince }: Trigger, now: Date): Match {
  const [at, since] = [now.toISOString(), activeSince.toISOString()];
  switch (trigger) {
    case 'influencer_created':
      return {
        episode: sql`'created'`,
        from: withRole('influencer'),
        where: sql`${profiles.createdAt} >= ${since}::timestamptz`,
      };
    case 'no_post':
      return {
        episode: LAST_POST,
        from: withRole('influencer'),
        where: sql`${LAST_POST} < ${at}::timestamptz - make_interval(days => ${days})
          and not exists (select from ${contentPosts}
            where ${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is null
              and ${contentPosts.publishAt} is not null)`,
      };
    case 'interval':
      return {
        episode: sql`floor(extract(epoch from ${at}::timestamptz - ${since}::timestamptz) / 86400 / ${days}::int)`,
        from: withRole('influencer'),
      };
    case 'payment_failed':
      return {
        episode: sql`${userSubscriptions.id}::text || ' ' || ${userSubscriptions.pastDueSince}`,
        from: sql`${withRole('subscriber')}
          join ${userSubscriptions} on ${userSubscriptions.subscriberId} = ${profiles.id}`,
        where: sql`${userSubscriptions.status} = 'past_due'
          and ${userSubscriptions.failedAttempts} >= ${FAILED_ATTEMPTS}`,
      };
  }
}
