import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { createdAt, oneOf } from './columns.ts';

/**
 * What admin and staff changed: one entry a row, written by triggers in the change's own
 * transaction (see audit.ts). Another trigger refuses every change of an entry. Nothing refers to
 * other tables: an entry outlives what it speaks of.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    actorId: uuid().notNull(),
    actorEmail: text().notNull(),
    actorRole: text().notNull(),
    /** Network address that the request came from. */
    address: text().notNull(),
    /** One id for all that a request changed. */
    requestId: uuid().notNull(),
    /** Method and path of the operation. */
    operation: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** Name of the table. */
    entity: text().notNull(),
    entityId: text().notNull(),
    /** What people call the record. */
    label: text().notNull(),
    /** The row before; of a change only the columns that changed. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('audit_entries_actor_idx').on(table.actorId, table.id),
    index('audit_entries_entity_idx').on(table.entity, table.entityId, table.id),
    index('audit_entries_at_idx').on(table.at, table.id),
    index('audit_entries_search_idx').using('gin', table.label.op('gin_trgm_ops')),
    oneOf('audit_entries_action_check', table.action, AUDIT_ACTIONS),
  ],
);
