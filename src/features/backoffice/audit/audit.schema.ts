import { z } from 'zod';
import { AUDIT_ACTIONS } from '#src/lib/audit-actions.ts';
import { filterInstantSchema, instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** Labels of the audited tables, in order of precedence for describing a change. */
export const ENTITIES = {
  profiles: 'Profile',
  users: 'Account',
  user_roles: 'Role',
  influencer_applications: 'Application',
  application_questions: 'Question to an applicant',
  content_posts: 'Post',
  tasks: 'Task',
  task_decisions: 'Task decision',
  subscription_plans: 'Plan',
  commission_rates: 'Commission',
  price_changes: 'Price change',
  user_subscriptions: 'Subscription',
  refunds: 'Refund',
  corrections: 'Correction',
  disputes: 'Dispute',
  purchase_blocks: 'Purchase block',
  dispute_submissions: 'Evidence',
  ledger_findings: 'Ledger finding',
  hash_lists: 'List of hashes',
  held_files: 'Held file',
  ledger_checks: 'Ledger check',
  payouts: 'Payout',
  payout_rules: 'Payout rules',
  bank_details: 'Bank details',
  tax_details: 'Tax details',
  bank_files: 'File for the bank',
  bank_payments: 'Bank payment',
  reconciliation_runs: 'Comparison with a provider',
  reconciliation_items: 'Difference with a provider',
  performers: 'Performer',
  consents: 'Consent',
  consent_links: 'Private link to consents',
  post_people: 'Person in a post',
  performer_verifications: 'Check of identity',
  performer_documents: 'ID document',
  influencer_notes: 'Note',
  influencer_agreements: 'Recorded agreement',
  agreement_versions: 'Agreement template',
  signed_agreements: 'Signed agreement',
  release_invitations: 'Release invitation',
  comments: 'Comment',
  record_tags: 'Tag',
  task_templates: 'Task template',
  automation_rules: 'Automation rule',
  banned_terms: 'Banned term',
  policy_versions: 'Version of a policy',
  complaints: 'Complaint',
  post_reviews: 'Review of a post',
  complaint_evidence: 'Evidence',
  strike_rule: 'Strike rule',
  child_safety_officers: 'Child safety officer',
  age_verifications: 'Verification of an age',
  account_decisions: 'Decision about an account',
  contact_messages: 'Message',
  contact_replies: 'Reply',
  reply_templates: 'Reply template',
  staff_influencers: 'Staff limit',
  content_media: 'File',
  announced_decisions: 'Announced decision',
  account_changes: 'Account of unknown origin',
  blocked_files: 'Blocked file',
  email_confirmations: 'Email address',
  second_factors: 'Two-factor authentication',
  passkeys: 'Passkey',
  second_factor_resets: 'Reset of two-factor authentication',
  credentials: 'Sign-in',
  jobs: 'Background job',
  payments: 'Payment',
  payment_events: 'Message of a payment provider',
  downloads: 'Export',
} as const;
export type Entity = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as [Entity, ...Entity[]];

/** All filters apply to the same entry of a change. */
export const auditQuerySchema = z.object({
  ...listingShape(['at'], '-at'),
  actor: z.uuid().optional(),
  entity: z.enum(ENTITY_NAMES).optional(),
  entityId: z.string().trim().max(100).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** From this instant on. */
  from: filterInstantSchema.optional(),
  /** Before this instant. */
  to: filterInstantSchema.optional(),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

const entryId = z.string().regex(/^[1-9]\d{0,17}$/, 'This entry does not exist');

const entryShape = {
  action: z.enum(AUDIT_ACTIONS),
  /** Name of the table. */
  entity: z.string(),
  entityId: z.string(),
  /** The record's name; may be empty. */
  label: z.string(),
};
const entrySummarySchema = z.object({
  ...entryShape,
  /** For the action "changed", the changed columns. */
  fields: z.array(z.string()),
  /** The new status, if it was changed. */
  status: z.string().nullable(),
});
export type AuditEntrySummary = z.infer<typeof entrySummarySchema>;

/** The entries of one request at one instant. */
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
  /** Number of entries; the first ones are in `parts`, in order of precedence. */
  partCount: z.int(),
  parts: z.array(entrySummarySchema),
});
export type AuditChange = z.infer<typeof auditChangeSchema>;
export const auditPageSchema = listPageSchema(auditChangeSchema);

const values = z.record(z.string(), z.unknown()).nullable();
export const auditEntrySchema = z.object({
  id: entryId,
  ...entryShape,
  /** Values by column; for the action "changed" only the changed columns. */
  before: values,
  after: values,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** A change with a page of its entries; `next` is the cursor of the next page. */
export const auditDetailSchema = z.object({
  change: auditChangeSchema,
  entries: z.array(auditEntrySchema),
  /** Known names of the people whose ids are among the values. */
  names: z.record(z.uuid(), z.string()),
  next: entryId.nullable(),
});
export const auditEntryParams = z.object({ id: entryId });
export const auditDetailQuery = z.object({ after: entryId.optional() });

export const auditActorsSchema = z.object({
  actors: z.array(z.object({ id: z.uuid(), email: z.string() })),
});
