import { and, between, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import type { ListPage } from '#src/lib/listing.ts';
import {
  containsText,
  literal,
  orNull,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { idsOfReference } from '../complaints.rules.ts';
import type {
  complaintCountsSchema,
  ComplaintQuery,
  complaintRowSchema,
  ComplaintState,
} from '../complaints.schema.ts';
import { complaints } from './complaints.table.ts';

type Row = z.input<typeof complaintRowSchema>;

export const complaintState = sql<ComplaintState>`case
  when ${complaints.appealDueAt} is not null then 'appealed'
  when ${complaints.decidedAt} is not null then 'decided'
  when ${complaints.pausedAt} is not null then 'waiting' else 'open' end`;

/** Until when a complaint, or else the appeal against its decision, has to be decided. */
export const effectiveDueAt =
  sql<Date>`coalesce(${complaints.appealDueAt}, ${complaints.dueAt})`.mapWith(complaints.dueAt);

const isUndecided = isNull(complaints.decidedAt);
const isAppealed = isNotNull(complaints.appealDueAt);

/** Whether a complaint, or an appeal against its decision, waits for the team. */
export const isOpenComplaint = and(or(isUndecided, isAppealed), isNull(complaints.pausedAt))!;
/** Whether the team has missed the deadline of a complaint that waits for it. */
export const isOverdueComplaint = and(isOpenComplaint, sql`${effectiveDueAt} < now()`)!;

const STATES: Record<NonNullable<ComplaintQuery['state']>, SQL> = {
  open: isOpenComplaint,
  waiting: isNotNull(complaints.pausedAt),
  appealed: isAppealed,
  overdue: isOverdueComplaint,
  decided: and(isNotNull(complaints.decidedAt), isNull(complaints.appealDueAt))!,
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

export const COMPLAINT_ROW = {
  id: complaints.id,
  kind: complaints.kind,
  state: complaintState,
  label: complaints.label,
  reporter: complaints.name,
  createdAt: complaints.createdAt,
  dueAt: effectiveDueAt,
  decidedAt: orNull(complaints.decidedAt),
  outcome: complaints.outcome,
  isLate: sql<boolean>`case when ${or(isUndecided, isAppealed)} then ${isOverdueComplaint}
    else ${complaints.decidedAt} > ${complaints.dueAt} end`,
  isHidden: sql<boolean>`coalesce(${contentPosts.hiddenAt} is not null, false)`,
  owner: colleagueOf(complaints.ownedBy),
} satisfies SelectionOf<Row>;

export const COMPLAINT_ROWS = sql`${complaints} left join ${contentPosts} on ${contentPosts.id} = ${complaints.postId}`;

const LISTING = {
  columns: COMPLAINT_ROW,
  from: COMPLAINT_ROWS,
  id: complaints.id,
  sorts: {
    due: { by: effectiveDueAt, type: 'timestamptz' },
    received: { by: complaints.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'due' | 'received'>;

function matchesSearch(search: string): SQL | undefined {
  const ids = idsOfReference(search);
  if (ids) return between(complaints.id, ids.first, ids.last);
  const { label, name, email, address } = complaints;
  return containsText(search, label, name, email, address);
}

/** A page of the complaints that match a filter. */
export function listComplaints(
  pool: Pool,
  actor: Actor,
  query: ComplaintQuery,
): Promise<ListPage<Row>> {
  const { search, state, kind, owner } = query;
  const where = [
    complaintVisibleTo(actor),
    search ? matchesSearch(search) : undefined,
    state && STATES[state],
    kind && eq(complaints.kind, literal(kind)),
    isOwnedBy(actor, complaints.ownedBy, owner),
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
  const [all, open, waiting, appealed, overdue, decided] = await Promise.all([
    count(),
    count(STATES.open),
    count(STATES.waiting),
    count(STATES.appealed),
    count(STATES.overdue),
    count(STATES.decided),
  ]);
  return { all, open, waiting, appealed, overdue, decided };
}
