import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { instant, oneOf } from '#src/platform/database/columns.ts';
import { AGREEMENT_NOTICES } from '../agreements.schema.ts';
import { agreementVersions } from './agreements.table.ts';

/** The mails that requested a signature of a version of the creator agreement, each once. */
export const agreementNotices = pgTable(
  'agreement_notices',
  {
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    versionId: uuid()
      .notNull()
      .references(() => agreementVersions.id),
    notice: text({ enum: AGREEMENT_NOTICES }).notNull(),
    mailedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.influencerId, table.versionId, table.notice] }),
    oneOf('agreement_notices_notice_check', table.notice, AGREEMENT_NOTICES),
  ],
);
