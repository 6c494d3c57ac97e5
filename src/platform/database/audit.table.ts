import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { createdAt, oneOf } from './columns.ts';

/**
 * Changes by admins and staff: one entry for each changed row, written by triggers in the transaction
 * of the change (see audit.ts). Other triggers refuse changes to entries, and their deletion before the
 * end of the retention period. There are no foreign keys because entries outlive the records they
 * describe.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    actorId: uuid().notNull(),
    actorEmail: text().notNull(),
    actorRole: text().notNull(),
    /** Network address of the client. */
    address: text().notNull(),
    /** Shared by all entries of one request. */
    requestId: uuid().notNull(),
    /** Method and path of the operation. */
    operation: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** Name of the table. */
    entity: text().notNull(),
    entityId: text().notNull(),
    /** The name of the record for people. */
    label: text().notNull(),
    /** The row before the change; for updates only the changed columns. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('audit_entries_actor_idx').on(table.actorId, table.id),
    index('audit_entries_entity_idx').on(table.entity, table.entityId, table.id),
    // Also for the retention.
    index('audit_entries_at_idx').on(table.at, table.id),
    index('audit_entries_search_idx').using('gin', table.label.op('gin_trgm_ops')),
    oneOf('audit_entries_action_check', table.action, AUDIT_ACTIONS),
  ],
);
