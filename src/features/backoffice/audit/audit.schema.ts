import { z } from 'zod';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** What the trail speaks of: every audited table, in the order of what an act is named by. */
export const ENTITIES = {
  profiles: 'Profile',
  users: 'Account',
  user_roles: 'Role',
  influencer_applications: 'Application',
  content_posts: 'Post',
  tasks: 'Task',
  subscription_plans: 'Plan',
  user_subscriptions: 'Subscription',
  refunds: 'Refund',
  payouts: 'Payout',
  influencer_notes: 'Note',
  contact_messages: 'Message',
  staff_influencers: 'Staff limit',
  content_media: 'File',
  credentials: 'Sign-in',
} as const;
export type Entity = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as [Entity, ...Entity[]];

const instant = z.iso
  .datetime()
  .refine((text) => text >= '1900' && text < '9', 'Choose a date between 1900 and 8999')
  .optional();

/** All filters must hold for one and the same entry of an act. */
export const auditQuerySchema = z.object({
  ...listingShape(['at'], '-at'),
  actor: z.uuid().optional(),
  entity: z.enum(ENTITY_NAMES).optional(),
  entityId: z.string().trim().max(100).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** From this instant on. */
  from: instant,
  /** Before this instant. */
  to: instant,
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

const entryId = z.string().regex(/^[1-9]\d{0,17}$/, 'This is no entry');

const entryShape = {
  action: z.enum(AUDIT_ACTIONS),
  /** Name of the table. */
  entity: z.string(),
  entityId: z.string(),
  /** What people call the record; it may be empty. */
  label: z.string(),
};
const entrySummarySchema = z.object({
  ...entryShape,
  /** Of a change, the columns that changed. */
  fields: z.array(z.string()),
});
export type AuditEntrySummary = z.infer<typeof entrySummarySchema>;

/** All that a request changed at once. */
export const auditChangeSchema = z.object({
  /** Id of its first entry that matches the filters. */
  id: entryId,
  at: instantSchema,
  actorId: z.uuid(),
  actorEmail: z.string(),
  actorRole: z.string(),
  address: z.string(),
  /** Method and path. */
  operation: z.string(),
  /** How many records it touched; the first of them are in `parts`, what names it at the front. */
  partCount: z.int(),
  parts: z.array(entrySummarySchema),
});
export type AuditChange = z.infer<typeof auditChangeSchema>;
export const auditPageSchema = listPageSchema(auditChangeSchema);

const values = z.record(z.string(), z.unknown()).nullable();
export const auditEntrySchema = z.object({
  id: entryId,
  ...entryShape,
  /** Columns and values before; of a change those that changed. */
  before: values,
  after: values,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** An act with its entries in their order, a page of them; `next` leads on. */
export const auditDetailSchema = z.object({
  act: auditChangeSchema,
  entries: z.array(auditEntrySchema),
  /** Names of the people whose ids are among the values, as far as they are known. */
  names: z.record(z.uuid(), z.string()),
  next: entryId.nullable(),
});
export const auditEntryParams = z.object({ id: entryId });
export const auditDetailQuery = z.object({ after: entryId.optional() });

export const auditActorsSchema = z.object({
  actors: z.array(z.object({ id: z.uuid(), email: z.string() })),
});
