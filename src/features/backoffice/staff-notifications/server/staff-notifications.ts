import { and, eq, isNotNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  selectPlannedOnce,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  STAFF_NOTIFICATION_LIMIT,
  type StaffNotificationKind,
  type staffNotificationSchema,
} from '../staff-notifications.schema.ts';
import { listPersonalItems, type PersonalItems, type PersonalReader } from './personal-items.ts';
import { staffNotificationReads as reads } from './staff-notification-reads.table.ts';
import type { WaitingItems } from './waiting-item.ts';
import { listWaitingItems } from './waiting-items.ts';

type Notification = z.input<typeof staffNotificationSchema>;

/** Until when the actor has read everything. */
const allReadUntil = ({ userId }: Pick<Actor, 'userId'>) =>
  sql`coalesce((select ${reads.readAt} from ${reads}
    where ${reads.userId} = ${userId} and ${reads.itemId} is null), '-infinity')`;

/** Written into the statements: an unknown limit would suggest another plan. */
const AT_MOST = sql.raw(String(STAFF_NOTIFICATION_LIMIT));

/** Everything that the actor's bell shows. */
const listItems = (actor: Actor): (WaitingItems | PersonalItems)[] => [
  ...listWaitingItems(actor),
  ...listPersonalItems(actor),
];

const isReadSeparately = (
  { userId }: Pick<Actor, 'userId'>,
  { id, at }: Pick<WaitingItems, 'id' | 'at'>,
) =>
  sql`exists (select from ${reads}
    where ${reads.userId} = ${userId} and ${reads.itemId} = ${id} and ${reads.readAt} >= ${at})`;

const unionOf = (parts: SQL[]) =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );

/** The ids of the unread items. */
const selectUnread = (actor: Actor, isItem?: (id: SQLWrapper) => SQL) =>
  unionOf(
    listItems(actor).map(({ from, where, id, at }) => {
      const isUnread = sql`${at} > ${allReadUntil(actor)} and not ${isReadSeparately(actor, { id, at })}`;
      return sql`select ${id} as id from ${from} where ${and(where, isUnread, isItem?.(id))}`;
    }),
  );

/** Counts the unread notifications, up to one more than {@link COUNT_LIMIT}. */
export async function countUnread(pool: Pool, actor: Actor): Promise<number> {
  const [row] = await selectPlannedOnce(
    pool,
    { count: sql<number>`count(*)::int` },
    (columns) => sql`
      select ${columns} from (${selectUnread(actor)} limit ${sql.raw(String(COUNT_LIMIT + 1))}) unread`,
    'all',
  );
  return row!.count;
}

const COLUMNS = {
  id: sql<string>`items.id`,
  kind: sql<StaffNotificationKind>`items.kind`,
  createdAt: sql<Date>`items.at`,
  title: sql<string>`coalesce(items.title, '')`,
  detail: sql<string>`coalesce(items.detail, '')`,
} satisfies SelectionOf<Omit<Notification, 'isRead'>>;

/** Lists the newest notifications: what waits for the staff now, and what concerns the actor. */
export function listNotifications(pool: Pool, actor: Actor): Promise<Notification[]> {
  const newest = listItems(actor).map(
    ({ kind, id, at, title, detail, from, where }) => sql`
      select ${kind} as kind, ${id} as id, ${at} as at, ${title} as title, ${detail} as detail
      from ${from} where ${where ?? sql`true`}
      order by ${at} desc limit ${AT_MOST}`,
  );
  const item = { id: sql`items.id`, at: sql`items.at` };
  const isRead = sql<boolean>`(items.at <= ${allReadUntil(actor)} or ${isReadSeparately(actor, item)})`;
  return selectPlannedOnce(
    pool,
    { ...COLUMNS, isRead },
    (columns) => sql`
      select ${columns} from (${unionOf(newest)}) items
      order by items.at desc, items.id limit ${AT_MOST}`,
    'all',
  );
}

/** What concerns a person, since a time, and is unread; the oldest first. */
export function listUnreadPersonal(
  pool: Pool,
  person: PersonalReader,
  since: Date,
): Promise<Omit<Notification, 'isRead'>[]> {
  const unread = listPersonalItems(person).map(({ kind, id, at, title, detail, from, where }) => {
    const isNew = sql`${at} > ${since.toISOString()}::timestamptz and ${at} > ${allReadUntil(person)}
      and not ${isReadSeparately(person, { id, at })}`;
    return sql`select ${kind} as kind, ${id} as id, ${at} as at, ${title} as title, ${detail} as detail
      from ${from} where ${and(where, isNew)}`;
  });
  return selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from (${unionOf(unread)}) items
      order by items.at, items.id limit ${AT_MOST}`,
  );
}

/** Marks all the actor's notifications as read. */
export async function markAllRead(db: Db, { userId }: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(reads).where(and(eq(reads.userId, userId), isNotNull(reads.itemId)));
    await tx
      .insert(reads)
      .values({ userId, itemId: null })
      .onConflictDoUpdate({ target: [reads.userId, reads.itemId], set: { readAt: sql`now()` } });
    await publishLiveEvent(tx, { topic: 'notifications', userId });
  });
}

/** Marks the notification of one record as read; without one that is unread, changes nothing. */
export async function markRead(db: Db, actor: Actor, id: string): Promise<void> {
  const isItem = (itemId: SQLWrapper) => sql`${itemId} = ${id}`;
  const { rowCount } = await db.execute(sql`
    insert into ${reads} (user_id, item_id)
    select ${actor.userId}::uuid, unread.id from (${selectUnread(actor, isItem)} limit 1) unread
    on conflict (user_id, item_id) do update set read_at = now()`);
  // Published after the change: other tabs do not need a common transaction.
  if (rowCount) await publishLiveEvent(db, { topic: 'notifications', userId: actor.userId });
}
