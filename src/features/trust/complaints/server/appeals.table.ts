import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { blockedFiles } from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { policyColumns, storedPolicy } from '#src/features/trust/policies/server/policy-columns.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { OUTCOMES, PARTIES } from '../complaints.schema.ts';
import { complaints } from './complaints.table.ts';

/** Appeals against decisions on complaints; each party can appeal once. */
export const complaintAppeals = pgTable(
  'complaint_appeals',
  {
    id: primaryId(),
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    party: text({ enum: PARTIES }).notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    /** The signature and the contact of a counter-notice; null for other appeals. */
    signedName: text(),
    postalAddress: text(),
    phone: text(),
    /** From when a counter-notice can restore the post. */
    restorableFrom: instant(),
    decidedAt: instant(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Who made the decision that was appealed against: never the same person. */
    firstDecidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    outcome: text({ enum: OUTCOMES }),
    policy: text(),
    ...policyColumns(),
    decisionText: text(),
  },
  (table) => [
    uniqueIndex('complaint_appeals_party_key').on(table.complaintId, table.party),
    uniqueIndex('complaint_appeals_open_key')
      .on(table.complaintId)
      .where(sql`${table.decidedAt} is null`),
    index('complaint_appeals_decider_idx').on(table.decidedBy),
    index('complaint_appeals_first_decider_idx').on(table.firstDecidedBy),
    oneOf('complaint_appeals_party_check', table.party, PARTIES),
    oneOf('complaint_appeals_outcome_check', table.outcome, OUTCOMES),
    storedPolicy('complaint_appeals', table),
    check(
      'complaint_appeals_decision',
      sql`num_nonnulls(${table.decidedAt}, ${table.outcome}, ${table.policy}, ${table.decisionText}) in (0, 4)
        and (num_nonnulls(${table.decidedBy}, ${table.firstDecidedBy}) = 0 or ${table.decidedAt} is not null)`,
    ),
    check(
      'complaint_appeals_counter_notice',
      sql`num_nonnulls(${table.signedName}, ${table.postalAddress}, ${table.phone}, ${table.restorableFrom}) in (0, 4)`,
    ),
    check(
      'complaint_appeals_restored_in_time',
      sql`${table.outcome} is distinct from 'no_action' or ${table.party} <> 'influencer'
        or coalesce(${table.decidedAt} >= ${table.restorableFrom}, true)`,
    ),
    check('complaint_appeals_other_person', sql`${table.decidedBy} <> ${table.firstDecidedBy}`),
  ],
);

/** The files that a removal blocked, so that an appeal can lift the blocks again. */
export const complaintBlocks = pgTable(
  'complaint_blocks',
  {
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    blockedFileId: uuid()
      .notNull()
      .references(() => blockedFiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.complaintId, table.blockedFileId] }),
    index('complaint_blocks_file_idx').on(table.blockedFileId),
  ],
);
