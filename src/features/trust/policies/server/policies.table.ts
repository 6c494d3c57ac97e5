import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { POLICY_AREAS, POLICY_BASES, POLICY_DECISIONS } from '../policies.schema.ts';

/**
 * The reasons that decisions can have, by version: the newest of each is in force, and triggers refuse
 * every change. A trigger stores the version and its title with each decision.
 */
export const policyVersions = pgTable(
  'policy_versions',
  {
    id: primaryId(),
    /** The order in which versions were written; policies are listed by their first. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    area: text({ enum: POLICY_AREAS }).notNull(),
    /** Identifies the policy in its area; decisions contain it. */
    code: text()
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    number: integer().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    basis: text({ enum: POLICY_BASES }).notNull(),
    ground: text().notNull(),
    decisions: text({ enum: POLICY_DECISIONS }).array().notNull(),
    isPublic: boolean().notNull(),
    isActive: boolean().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('policy_versions_key').on(table.area, table.code, table.number),
    index('policy_versions_author_idx').on(table.createdBy),
    oneOf('policy_versions_area_check', table.area, POLICY_AREAS),
    oneOf('policy_versions_basis_check', table.basis, POLICY_BASES),
    check('policy_versions_number', sql`${table.number} > 0`),
    check('policy_versions_title', sql`char_length(${table.title}) between 3 and 200`),
    check('policy_versions_ground', sql`${table.basis} <> 'law' or ${table.ground} <> ''`),
    check(
      'policy_versions_decisions',
      sql`cardinality(${table.decisions}) > 0 and ${table.decisions} <@ case ${table.area}
        when 'review' then array['changes-requested', 'rejected'] else array['removed', 'no_action'] end`,
    ),
  ],
);
