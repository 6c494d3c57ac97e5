import { and, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows, type RowOf } from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { TimelineKind, TimelineQuery, timelineSchema } from '../fan-file.schema.ts';
import { requireFan } from './fan.ts';
import { timelineSources, type TimelineSource } from './timeline-sources.ts';

const PAGE_SIZE = 30;
const LIMIT = sql.raw(String(PAGE_SIZE + 1));

const ENTRY = {
  id: sql<string>`entry.id`,
  kind: sql<TimelineKind>`entry.kind`,
  at: sql<Date>`entry.at`,
  event: sql<string>`entry.event`,
  recordId: sql<string | null>`entry.record_id`,
  amountCents: sql<number | null>`entry.amount_cents`,
  influencerName: sql<string | null>`entry.influencer_name`,
  text: sql<string | null>`entry.text`,
  by: sql<string | null>`entry.by`,
};

const orderOf = (id: SQL, at: SQL): Order => ({
  by: at,
  type: 'timestamptz',
  id,
  descending: true,
});
const NEWEST = orderOf(sql`entry.id`, sql`entry.at`);

const NOTHING = sql`null`;

/** The next events of one source: no more than a page can need. */
function eventsOf(source: TimelineSource, after: string | undefined): SQL {
  const { kind, from, id, at, event, where } = source;
  const { recordId, amountCents, influencerName, text, by } = source;
  const order = orderOf(id, at);
  const beyond = after === undefined ? undefined : isAfter(order, decodeCursor(after, order.type));
  return sql`(select ${id} as id, ${kind}::text as kind, ${at} as at, (${event})::text as event,
      (${recordId ?? NOTHING})::text as record_id, (${amountCents ?? NOTHING})::float8 as amount_cents,
      (${influencerName ?? NOTHING})::text as influencer_name, (${text ?? NOTHING})::text as text,
      (${by ?? NOTHING})::text as by
    from ${from} where ${and(where, beyond)} order by ${orderBy(order)} limit ${LIMIT})`;
}

type Stored = Omit<RowOf<typeof ENTRY>, never>;

// A user agent would not be understood.
const toEntry = (entry: Stored): Stored =>
  entry.event === 'signed-in' && entry.kind === 'account'
    ? { ...entry, text: nameDevice(entry.text) }
    : entry;

/**
 * A page of a fan's timeline, newest first, in one statement. @throws DomainError 'not-found'
 */
export async function listTimeline(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  id: string,
  { kind, after }: TimelineQuery,
): Promise<z.input<typeof timelineSchema>> {
  await requireFan(db, actor, id);
  // Posts seen would hide everything else.
  const sources = timelineSources(actor, id).filter((source) =>
    kind ? source.kind === kind : source.kind !== 'view',
  );
  if (sources.length === 0) return { rows: [], next: null };
  const events = sources.map((source) => eventsOf(source, after));
  const found = await selectRows(
    pool,
    { ...ENTRY, positionKey: positionKey(NEWEST) },
    (columns) => sql`
      select ${columns} from (${sql.join(events, sql` union all `)}) entry
      order by ${orderBy(NEWEST)} limit ${LIMIT}`,
  );
  const { rows, next } = takePage(found, PAGE_SIZE);
  return { rows: rows.map((row) => toEntry(row as Stored)), next };
}
