import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DEFAULT_FREQUENCY } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { mailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { LOOK_BACK_MS, type PostMailFrequency } from '../post-mails.rules.ts';
import { isVisible, mayBeViewed } from './notifications.ts';
import { postMails } from './post-mails.table.ts';

/** Mails report the posts until `until` to the fans with this frequency. */
export type PostMailPeriod = { frequency: PostMailFrequency; until: Date };

/** `after`: the last fan of the previous batch. */
type Batch = { after: string; limit: number };

/** The number of new posts of an influencer. */
export type NewPosts = { influencerId: string; fullName: string; count: number };

/** A fan with unread posts; `newPosts` is null if they may not view any of these now. */
type Candidate = { userId: string; email: string; since: Date; newPosts: NewPosts[] | null };
export type ClaimedMail = Candidate & { newPosts: NewPosts[] };

const CANDIDATE = {
  userId: sql<string>`candidates.user_id`,
  email: sql<string>`candidates.email`,
  since: sql<Date>`candidates.since`,
  newPosts: sql<NewPosts[] | null>`claimed.new_posts`,
};

/** The unread notifications of a candidate's period. */
const isNew = (userId: ReturnType<typeof sql>, since: ReturnType<typeof sql>, until: string) =>
  sql`${postNotifications.subscriberId} = ${userId} and ${isNull(postNotifications.readAt)}
    and ${postNotifications.createdAt} > ${since}
    and ${postNotifications.createdAt} <= ${until}::timestamptz`;

// The default needs no row, and joining the others first reads their rows alone.
const hasFrequency = (frequency: PostMailFrequency) =>
  frequency === DEFAULT_FREQUENCY.posts
    ? sql`coalesce(${mailPreferences.frequency}, ${frequency}) = ${frequency}`
    : sql`${mailPreferences.frequency} = ${frequency}`;

/** Fans with this frequency and unread posts in the period, from the fan after `after` on. */
function selectCandidates({ frequency, until }: PostMailPeriod, { after, limit }: Batch) {
  const end = until.toISOString();
  const start = new Date(until.getTime() - LOOK_BACK_MS[frequency]).toISOString();
  const since = sql`greatest(${postMails.mailedUntil}, ${start}::timestamptz)`;
  return sql`
    select ${userRoles.userId} as user_id, ${users.email} as email, ${since} as since
    from ${userRoles}
    join ${users} on ${eq(users.id, userRoles.userId)}
    left join ${mailPreferences} on ${and(
      eq(mailPreferences.userId, userRoles.userId),
      eq(mailPreferences.kind, 'posts'),
    )}
    left join ${postMails} on ${eq(postMails.subscriberId, userRoles.userId)}
    where ${userRoles.role} = 'subscriber' and ${userRoles.userId} > ${after}::uuid
      and ${hasFrequency(frequency)} and ${not(isSuspendedNow)}
      and (${postMails.mailedUntil} is null or ${postMails.mailedUntil} < ${end}::timestamptz)
      -- With a limit, so that it is looked up for one fan after the other.
      and (select true from ${postNotifications}
        where ${isNew(sql`${userRoles.userId}`, since, end)} limit 1)
    order by ${userRoles.userId}
    limit ${limit}`;
}

/** The new posts of each candidate that they may view now, by influencer. */
const selectViewable = (end: string) => sql`
  select candidates.user_id, viewable.new_posts from candidates cross join lateral (
    select json_agg(json_build_object('influencerId', influencer_id, 'fullName', full_name,
      'count', count) order by count desc, full_name) as new_posts
    from (
      select ${profiles.id} as influencer_id, ${profiles.fullName} as full_name,
        count(*)::int as count
      from ${postNotifications}
      join ${contentPosts} on ${isVisible}
      join ${userSubscriptions} on ${mayBeViewed}
      join ${profiles} on ${eq(profiles.id, contentPosts.influencerId)}
      where ${isNew(sql`candidates.user_id`, sql`candidates.since`, end)}
      group by ${profiles.id}
    ) by_influencer
  ) viewable
  where viewable.new_posts is not null`;

/**
 * Finds the next fans with unread posts in the order of their ids, and claims their mails: each fan's
 * mail of a period is claimed once, whatever else runs. The right to view is checked here, so a batch
 * is to be sent at once.
 */
export function claimPostMails(
  pool: Pool,
  period: PostMailPeriod,
  batch: Batch,
): Promise<Candidate[]> {
  const end = period.until.toISOString();
  return selectRows(
    pool,
    CANDIDATE,
    (columns) => sql`
      with candidates as materialized (${selectCandidates(period, batch)}),
      due as materialized (${selectViewable(end)}),
      marked as (
        insert into ${postMails} (subscriber_id, mailed_until)
        select user_id, ${end}::timestamptz from due order by user_id
        on conflict (subscriber_id) do update set mailed_until = excluded.mailed_until
          where ${postMails.mailedUntil} < excluded.mailed_until
        returning subscriber_id
      )
      select ${columns} from candidates
      left join (select due.* from due join marked on marked.subscriber_id = due.user_id) claimed
        on claimed.user_id = candidates.user_id
      order by candidates.user_id`,
  );
}

/** Releases the claims of mails that could not be sent, so that a later run sends them. */
export async function releasePostMails(
  db: Db,
  { until }: PostMailPeriod,
  unsent: readonly ClaimedMail[],
): Promise<void> {
  if (unsent.length === 0) return;
  const [ids, starts] = [
    unsent.map(({ userId }) => userId),
    unsent.map(({ since }) => since.toISOString()),
  ];
  await db.execute(sql`
    update ${postMails} set mailed_until = released.since
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(starts)}::timestamptz[]) released (id, since)
    where ${postMails.subscriberId} = released.id
      and ${postMails.mailedUntil} = ${until.toISOString()}::timestamptz`);
}
