import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf } from '#src/platform/database/columns.ts';
import { CONSENT_KINDS, CONSENT_METHODS, CONSENT_SCOPES } from '../consents.schema.ts';

/**
 * Consents to publication. They are withdrawn, and never changed or deleted as long as the performer's
 * record exists (trigger). Who recorded and who withdrew one has no foreign key, so that the evidence
 * outlives the user.
 */
export const consents = pgTable(
  'consents',
  {
    /** Chosen by the dialog, so that a repeated request records one consent. */
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => performers.id, { onDelete: 'cascade' }),
    kind: text({ enum: CONSENT_KINDS }).notNull(),
    scopes: text({ enum: CONSENT_SCOPES }).array().notNull(),
    postId: uuid().references(() => contentPosts.id, { onDelete: 'set null' }),
    /** Whose posts the consent is for, in a period. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** The first and the last day of publication, in UTC. */
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    givenOn: date({ mode: 'string' }).notNull(),
    method: text({ enum: CONSENT_METHODS }).notNull(),
    note: text().notNull().default(''),
    recordedBy: uuid(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
    /** Null if the person withdrew it without the team. */
    withdrawnBy: uuid(),
    withdrawalReason: text(),
  },
  (table) => [
    index('consents_performer_idx').on(table.performerId, table.createdAt),
    index('consents_post_idx').on(table.postId),
    index('consents_influencer_idx').on(table.influencerId),
    oneOf('consents_kind_check', table.kind, CONSENT_KINDS),
    oneOf('consents_method_check', table.method, CONSENT_METHODS),
    check(
      'consents_scopes_check',
      sql`cardinality(${table.scopes}) > 0
        and ${table.scopes} <@ array['subscription', 'public-preview', 'marketing']`,
    ),
    check(
      'consents_covered_check',
      sql`case when ${table.kind} = 'post'
        then num_nonnulls(${table.influencerId}, ${table.startsOn}, ${table.endsOn}) = 0
        else ${table.postId} is null and ${table.startsOn} is not null
          and coalesce(${table.endsOn} >= ${table.startsOn}, true) end`,
    ),
    check(
      'consents_withdrawn_check',
      sql`case when ${table.withdrawnAt} is null
        then num_nonnulls(${table.withdrawnBy}, ${table.withdrawalReason}) = 0
        else ${table.withdrawnBy} is null or ${table.withdrawalReason} is not null end`,
    ),
  ],
);
