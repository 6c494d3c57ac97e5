import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ownerColumns } from '#src/features/identity/accounts/server/owner-columns.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { policyColumns, storedPolicy } from '#src/features/trust/policies/server/policy-columns.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import {
  COMPLAINT_EVENTS,
  COMPLAINT_KINDS,
  COMPLAINT_SOURCES,
  OUTCOMES,
} from '../complaints.schema.ts';

/** The few that hide their post unless somebody decides. */
const indexOfWaiting = ({ hidesPostAt }: { hidesPostAt: AnyPgColumn }) =>
  index('complaints_hides_post_idx')
    .on(hidesPostAt)
    .where(sql`${hidesPostAt} is not null`);

/** Complaints about content. What they are about may be deleted; the label stays readable. */
export const complaints = pgTable(
  'complaints',
  {
    id: primaryId(),
    kind: text({ enum: COMPLAINT_KINDS }).notNull(),
    source: text({ enum: COMPLAINT_SOURCES }).notNull().default('form'),
    /** The reported address, as its reporter wrote it. */
    address: text().notNull(),
    explanation: text().notNull(),
    /** Null in reports of minors that name nobody. */
    name: text(),
    email: text(),
    /** The copyrighted work. */
    work: text(),
    /** The typed signature, which also confirms what the kind requires. */
    signature: text(),
    postId: uuid(),
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** What the address led to when the complaint arrived. */
    label: text().notNull(),
    /** SHA-256 of the report in hex: an open complaint is stored only once. */
    fingerprint: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    /** Until when it has to be decided; moves by the time that the reporter took to answer. */
    dueAt: instant().notNull(),
    /** Since when it waits for its reporter. */
    pausedAt: instant(),
    /** Since when this complaint requires its post to be hidden. */
    hidesPostSince: instant(),
    /** When this complaint hides its post unless somebody decides first; null once it hides it. */
    hidesPostAt: instant(),
    decidedAt: instant(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    outcome: text({ enum: OUTCOMES }),
    policy: text(),
    ...policyColumns(),
    decisionText: text(),
    /** Until when the open appeal against the decision has to be decided. */
    appealDueAt: instant(),
    ...ownerColumns(),
  },
  (table) => [
    foreignKey({
      name: 'complaints_post_id_fk',
      columns: [table.postId],
      foreignColumns: [contentPosts.id],
    }).onDelete('set null'),
    index('complaints_due_idx').on(sql`coalesce(${table.appealDueAt}, ${table.dueAt})`, table.id),
    index('complaints_open_idx')
      .on(sql`coalesce(${table.appealDueAt}, ${table.dueAt})`, table.id)
      .where(sql`${table.decidedAt} is null or ${table.appealDueAt} is not null`),
    index('complaints_received_idx').on(table.createdAt, table.id),
    index('complaints_post_idx').on(table.postId),
    index('complaints_influencer_idx').on(table.influencerId),
    indexOfWaiting(table),
    index('complaints_decided_idx').on(table.decidedAt),
    index('complaints_decider_idx').on(table.decidedBy),
    index('complaints_owner_idx').on(table.ownedBy),
    uniqueIndex('complaints_open_fingerprint_key')
      .on(table.fingerprint)
      .where(sql`${table.decidedAt} is null`),
    oneOf('complaints_kind_check', table.kind, COMPLAINT_KINDS),
    oneOf('complaints_source_check', table.source, COMPLAINT_SOURCES),
    oneOf('complaints_outcome_check', table.outcome, OUTCOMES),
    storedPolicy('complaints', table),
    check(
      'complaints_reporter',
      sql`${table.kind} = 'minor' or num_nonnulls(${table.name}, ${table.email}) = 2`,
    ),
    check(
      'complaints_signed',
      sql`${table.source} = 'message' or ${table.kind} not in ('non_consensual', 'copyright')
        or ${table.signature} is not null`,
    ),
    check(
      'complaints_work',
      sql`(${table.work} is null or ${table.kind} = 'copyright')
        and (${table.work} is not null or ${table.kind} <> 'copyright'
          or (${table.source} = 'message' and ${table.signature} is null))`,
    ),
    check(
      'complaints_decision',
      sql`num_nonnulls(${table.decidedAt}, ${table.outcome}, ${table.policy}, ${table.decisionText}) in (0, 4)
        and (${table.decidedBy} is null or ${table.decidedAt} is not null)
        and (${table.pausedAt} is null or ${table.decidedAt} is null)
        and (${table.appealDueAt} is null or ${table.decidedAt} is not null)`,
    ),
    check(
      'complaints_hidden',
      sql`${table.outcome} is distinct from 'no_action' or ${table.hidesPostSince} is null`,
    ),
  ],
);

/** What happened to a complaint; a trigger refuses every change and deletion. */
export const complaintEvents = pgTable(
  'complaint_events',
  {
    id: primaryId(),
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    event: text({ enum: COMPLAINT_EVENTS }).notNull(),
    text: text(),
    /** Who of the team; null for the reporter and for what happened by itself. */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Not the time of the transaction, so that events of one transaction have an order. */
    createdAt: instant()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('complaint_events_complaint_idx').on(table.complaintId, table.createdAt, table.id),
    index('complaint_events_actor_idx').on(table.actorId),
    oneOf('complaint_events_event_check', table.event, COMPLAINT_EVENTS),
  ],
);
