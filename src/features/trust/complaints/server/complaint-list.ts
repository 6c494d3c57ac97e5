import { and, asc, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  containsText,
  jsonObject,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { countUpToLimit, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { complaintReference } from '../complaints.rules.ts';
import type {
  Complaint,
  complaintCountsSchema,
  ComplaintQuery,
  complaintRowSchema,
  complaintSchema,
  ComplaintState,
} from '../complaints.schema.ts';
import { complaintEvents, complaints } from './complaints.table.ts';

type Row = z.input<typeof complaintRowSchema>;

export const complaintState = sql<ComplaintState>`case
  when ${complaints.decidedAt} is not null then 'decided'
  when ${complaints.pausedAt} is not null then 'waiting' else 'open' end`;

/** Whether a complaint waits for the team. */
export const isOpenComplaint = and(isNull(complaints.decidedAt), isNull(complaints.pausedAt))!;
/** Whether the team has missed the deadline of a complaint that waits for it. */
export const isOverdueComplaint = and(isOpenComplaint, sql`${complaints.dueAt} < now()`)!;

const STATES: Record<NonNullable<ComplaintQuery['state']>, SQL> = {
  open: isOpenComplaint,
  waiting: and(isNull(complaints.decidedAt), sql`${complaints.pausedAt} is not null`)!,
  overdue: isOverdueComplaint,
  decided: sql`${complaints.decidedAt} is not null`,
};

/**
 * Which complaints a person of the back office may see: reports of minors only admins, and limited
 * staff only complaints about their influencers or about nobody known.
 */
export function complaintVisibleTo(
  actor: Pick<Actor, 'userId' | 'isLimited' | 'role'>,
): SQL | undefined {
  const scope = inScope(actor, complaints.influencerId);
  return and(
    actor.role === 'admin' ? undefined : ne(complaints.kind, 'minor'),
    scope && or(isNull(complaints.influencerId), scope),
  );
}

const ROW = {
  id: complaints.id,
  kind: complaints.kind,
  state: complaintState,
  label: complaints.label,
  reporter: complaints.name,
  createdAt: complaints.createdAt,
  dueAt: complaints.dueAt,
  decidedAt: orNull(complaints.decidedAt),
  outcome: complaints.outcome,
  isLate: sql<boolean>`coalesce(${complaints.decidedAt} > ${complaints.dueAt}, ${isOverdueComplaint})`,
  isHidden: sql<boolean>`coalesce(${contentPosts.hiddenAt} is not null, false)`,
} satisfies SelectionOf<Row>;

const FROM = sql`${complaints} left join ${contentPosts} on ${contentPosts.id} = ${complaints.postId}`;

const LISTING = {
  columns: ROW,
  from: FROM,
  id: complaints.id,
  sorts: {
    due: { by: complaints.dueAt, type: 'timestamptz' },
    received: { by: complaints.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'due' | 'received'>;

/** A page of the complaints that match a filter. */
export function listComplaints(
  pool: Pool,
  actor: Actor,
  query: ComplaintQuery,
): Promise<ListPage<Row>> {
  const { search, state, kind } = query;
  const where = [
    complaintVisibleTo(actor),
    containsText(search, complaints.label, complaints.name, complaints.email, complaints.address),
    state && STATES[state],
    kind && eq(complaints.kind, kind),
  ];
  return listPage(pool, LISTING, { ...query, where });
}

/** How many complaints there are in each state. */
export async function countComplaints(
  pool: Pool,
  actor: Actor,
): Promise<z.output<typeof complaintCountsSchema>> {
  const count = (where?: SQL) =>
    countUpToLimit(pool, sql`${complaints}`, [complaintVisibleTo(actor), where]);
  const [all, open, waiting, overdue, decided] = await Promise.all([
    count(),
    count(STATES.open),
    count(STATES.waiting),
    count(STATES.overdue),
    count(STATES.decided),
  ]);
  return { all, open, waiting, overdue, decided };
}

const nameOf = sql<string | null>`(select coalesce(nullif(btrim(${users.name}), ''), ${users.email})
  from ${users} where ${users.id} = ${complaints.decidedBy})`;
const actorName = sql<
  string | null
>`(select coalesce(nullif(btrim(${users.name}), ''), ${users.email})
  from ${users} where ${users.id} = ${complaintEvents.actorId})`;

const RECORD = {
  ...ROW,
  version: complaints.version,
  address: complaints.address,
  explanation: complaints.explanation,
  email: complaints.email,
  work: complaints.work,
  signature: complaints.signature,
  postId: complaints.postId,
  influencer: sql<Complaint['influencer']>`(select ${jsonObject({
    id: profiles.id,
    name: sql<string>`coalesce(nullif(${profiles.fullName}, ''), 'Unknown')`,
  } satisfies SelectionOf<NonNullable<Complaint['influencer']>>)}
    from ${profiles} where ${profiles.id} = ${complaints.influencerId})`,
  policy: complaints.policy,
  decisionText: complaints.decisionText,
  decidedBy: nameOf,
};

/** A complaint. @throws DomainError 'not-found' */
export async function getComplaint(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  id: string,
): Promise<z.input<typeof complaintSchema>> {
  const [found] = await selectRows(
    pool,
    RECORD,
    (columns) =>
      sql`select ${columns} from ${FROM} where ${and(eq(complaints.id, id), complaintVisibleTo(actor))}`,
  );
  if (!found) throw new DomainError('not-found', 'Complaint not found');
  const events = await db
    .select({
      id: complaintEvents.id,
      event: complaintEvents.event,
      text: complaintEvents.text,
      actor: actorName,
      createdAt: complaintEvents.createdAt,
    })
    .from(complaintEvents)
    .where(eq(complaintEvents.complaintId, id))
    .orderBy(asc(complaintEvents.createdAt), asc(complaintEvents.id));
  return { ...found, reference: complaintReference(id), events };
}
