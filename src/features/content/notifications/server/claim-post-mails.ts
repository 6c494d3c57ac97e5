import { eq, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DEFAULT_FREQUENCY } from '#src/features/identity/mail-preferences/mail-preferences.schema.ts';
import { mailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { LOOK_BACK_MS, type PostMailFrequency } from '../post-mails.rules.ts';
import { isVisible } from './notifications.ts';
import { postMails } from './post-mails.table.ts';

/** Mails report the posts until `until` to the fans with this frequency. */
export type PostMailPeriod = { frequency: PostMailFrequency; until: Date };

/** `after`: the last fan of the previous batch. */
type Batch = { after: string; limit: number };

/** The number of new posts of an influencer. */
export type NewPosts = { influencerId: string; fullName: string; count: number };

/** A fan of a batch; `newPosts` is null unless their mail was claimed. */
type BatchRow = {
  userId: string;
  email: string | null;
  since: Date | null;
  newPosts: NewPosts[] | null;
};
export type ClaimedMail = { userId: string; email: string; since: Date; newPosts: NewPosts[] };

const BATCH_ROW = {
  userId: sql<string>`fans.user_id`,
  email: sql<string | null>`due.email`,
  since: sql<Date | null>`due.since`,
  // Not a join: PostgreSQL may expect one row of each part, and join them all by nested loops.
  newPosts: sql<NewPosts[] | null>`
    case when due.user_id in (select subscriber_id from marked) then due.new_posts end`,
};

/** The unread notifications of a candidate's period. A distributed table is read only where the fans are. */
const isNew = (until: string, fans: SQL) =>
  sql`${postNotifications.subscriberId} = candidates.user_id and ${isNull(postNotifications.readAt)}
    and ${postNotifications.subscriberId} = any(${fans})
    and ${postNotifications.createdAt} > candidates.since
    and ${postNotifications.createdAt} <= ${until}::timestamptz`;

/** The next fans with this frequency, read in the order of an index. */
function selectFans(frequency: PostMailFrequency, { after, limit }: Batch) {
  // The default needs no row.
  if (frequency === DEFAULT_FREQUENCY.posts) {
    return sql`
      select ${userRoles.userId} as user_id from ${userRoles}
      where ${userRoles.role} = 'subscriber' and ${userRoles.userId} > ${after}::uuid
      order by ${userRoles.userId} limit ${limit}`;
  }
  return sql`
    select ${mailPreferences.userId} as user_id from ${mailPreferences}
    where ${mailPreferences.kind} = 'posts' and ${mailPreferences.frequency} = ${frequency}
      and ${mailPreferences.userId} > ${after}::uuid
    order by ${mailPreferences.userId} limit ${limit}`;
}

/** The fans who may receive a mail of the period, and since when their posts were not mailed. */
function selectCandidates({ frequency, until }: PostMailPeriod) {
  const start = new Date(until.getTime() - LOOK_BACK_MS[frequency]).toISOString();
  return sql`
    select fans.user_id, ${users.email} as email,
      greatest(${postMails.mailedUntil}, ${start}::timestamptz) as since
    from fans
    join ${userRoles} on ${userRoles.userId} = fans.user_id and ${userRoles.role} = 'subscriber'
    join ${users} on ${users.id} = fans.user_id and ${not(isSuspendedNow)}
      and ${isNotNull(users.emailConfirmedAt)}
    left join ${postMails} on ${postMails.subscriberId} = fans.user_id
    where (${postMails.mailedUntil} is null
        or ${postMails.mailedUntil} < ${until.toISOString()}::timestamptz)
      and not exists (select from ${mailPreferences}
        where ${mailPreferences.userId} = fans.user_id and ${mailPreferences.kind} = 'posts'
          and ${mailPreferences.frequency} <> ${frequency})`;
}

/**
 * The influencers whose posts a candidate may view. `offset 0` makes PostgreSQL read the subscriptions
 * by fan: by influencer or status, it would read those of all fans for each fan.
 */
const selectSubscribed = sql`
  select ${userSubscriptions.influencerId} as influencer_id from (
    select * from ${userSubscriptions}
    where ${userSubscriptions.subscriberId} = candidates.user_id offset 0
  ) ${userSubscriptions} where ${grantsViewingNow}`;

/** The new posts of each candidate that they may view now, by influencer. */
const selectViewable = (end: string, fans: SQL) => sql`
  select candidates.*, viewable.new_posts from candidates cross join lateral (
    select json_agg(json_build_object('influencerId', influencer_id, 'fullName', full_name,
      'count', count) order by count desc, full_name) as new_posts
    from (
      select ${profiles.id} as influencer_id, ${profiles.fullName} as full_name,
        count(*)::int as count
      from ${postNotifications}
      join ${contentPosts} on ${isVisible}
      join lateral (${selectSubscribed}) subscribed
        on subscribed.influencer_id = ${contentPosts.influencerId}
      join ${profiles} on ${eq(profiles.id, contentPosts.influencerId)}
      where ${isNew(end, fans)}
      group by ${profiles.id}
    ) by_influencer
  ) viewable
  where viewable.new_posts is not null`;

/**
 * Reads the next fans in the order of their ids, and claims the mails of those with unread posts: each
 * fan's mail of a period is claimed once, whatever else runs. The right to view is checked here, so a
 * batch is to be sent at once.
 * @returns all fans of the batch
 */
export async function claimPostMails(
  pool: Pool,
  period: PostMailPeriod,
  batch: Batch,
): Promise<BatchRow[]> {
  const end = period.until.toISOString();
  const rows = await selectRows(
    pool,
    { userId: sql<string>`fans.user_id` },
    (columns) => sql`select ${columns} from (${selectFans(period.frequency, batch)}) fans`,
  );
  const fans = sql`${sql.param(rows.map(({ userId }) => userId))}::uuid[]`;
  return selectRows(
    pool,
    BATCH_ROW,
    (columns) => sql`
      with fans as materialized (select unnest(${fans}) as user_id),
      candidates as materialized (${selectCandidates(period)}),
      due as materialized (${selectViewable(end, fans)}),
      marked as (
        insert into ${postMails} (subscriber_id, mailed_until)
        select user_id, ${end}::timestamptz from due order by user_id
        on conflict (subscriber_id) do update set mailed_until = excluded.mailed_until
          where ${postMails.mailedUntil} < excluded.mailed_until
        returning subscriber_id
      )
      select ${columns} from fans
      left join due on due.user_id = fans.user_id
      order by fans.user_id`,
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
