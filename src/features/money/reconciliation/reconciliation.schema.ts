import { z } from 'zod';
import { RECORD_KINDS } from '#src/features/money/payments/provider-records.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds, listingShape, listPageSchema } from '#src/lib/listing.ts';

/** A `failed` run changed no item: the provider did not answer completely. */
export const RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** `missing_here`: only the provider knows it; `missing_there`: only our ledger does. */
export const DIFFERENCES = ['missing_here', 'missing_there', 'different'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * An `open` item waits for the staff. A `repaired` one was a lost event, which was replayed; a `settled`
 * one has been explained by a person; a `closed` one disappeared by itself.
 */
export const ITEM_STATUSES = ['open', 'repaired', 'settled', 'closed'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

export const REASON_MAXIMUM_LENGTH = 1_000;

const cents = z.int();
const sideTotalSchema = z.object({ count: z.int(), cents });

/** What both sides have of a kind in a currency. Subscriptions have no currency, and are counted. */
export const recordTotalSchema = z.object({
  kind: z.enum(RECORD_KINDS),
  currency: z.string().nullable(),
  provider: sideTotalSchema,
  ours: sideTotalSchema,
  /** Ours less the provider's. */
  driftCents: cents,
});
export type RecordTotal = z.infer<typeof recordTotalSchema>;

/** A comparison with a provider. */
export const reconciliationRunSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Null for the nightly run. */
  startedBy: z.string().nullable(),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** The compared time. */
  from: instantSchema,
  to: instantSchema,
  /** When the provider's records and the ledger were read. */
  providerAsOf: instantSchema.nullable(),
  ledgerAsOf: instantSchema.nullable(),
  compared: z.int(),
  repaired: z.int(),
  opened: z.int(),
  closed: z.int(),
  /** What the provider charged, as far as this run recorded it; less what it returned. */
  feesRecorded: z.int(),
  feeCents: cents,
  /** Why fees were not recorded. */
  feesError: z.string().nullable(),
  totals: z.array(recordTotalSchema),
  error: z.string().nullable(),
});
export type ReconciliationRun = z.infer<typeof reconciliationRunSchema>;

/** A provider, what can be compared with it, and its newest run. */
export const reconciledProviderSchema = z.object({
  name: z.string(),
  /** Empty if the provider lists no records. */
  kinds: z.array(z.enum(RECORD_KINDS)),
  openItems: z.int(),
  lastRun: reconciliationRunSchema.nullable(),
});
export type ReconciledProvider = z.infer<typeof reconciledProviderSchema>;

/** A record as one side has it. */
export const recordSideSchema = z.object({
  amountCents: cents.nullable(),
  currency: z.string().nullable(),
  state: z.string().nullable(),
  subscriptionReference: z.string().nullable(),
  occurredAt: z.iso.datetime({ offset: true }),
});
export type RecordSide = z.infer<typeof recordSideSchema>;

export const reconciliationItemSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  kind: z.enum(RECORD_KINDS),
  /** The provider's id of the record. */
  reference: z.string(),
  difference: z.enum(DIFFERENCES),
  status: z.enum(ITEM_STATUSES),
  theirs: recordSideSchema.nullable(),
  ours: recordSideSchema.nullable(),
  /** The payment and the subscription in the product, as far as they are known. */
  paymentId: z.uuid().nullable(),
  subscriptionId: z.uuid().nullable(),
  fan: z
    .object({ id: z.uuid(), fullName: z.string(), email: z.string(), isDeleted: z.boolean() })
    .nullable(),
  occurredAt: instantSchema,
  openedAt: instantSchema,
  lastSeenAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  /** Who settled it; null after the person's deletion. */
  settledBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ReconciliationItem = z.infer<typeof reconciliationItemSchema>;

export const reconciliationItemQuerySchema = z.object({
  ...listingShape(['opened'], '-opened'),
  status: z.enum(ITEM_STATUSES).optional(),
  kind: z.enum(RECORD_KINDS).optional(),
  provider: z.string().max(50).optional(),
});
export type ReconciliationItemQuery = z.output<typeof reconciliationItemQuerySchema>;
export const reconciliationItemPageSchema = listPageSchema(reconciliationItemSchema);

export const reconciliationRunQuerySchema = z.object({
  ...listingShape(['started'], '-started'),
  status: z.enum(RUN_STATUSES).optional(),
});
export type ReconciliationRunQuery = z.output<typeof reconciliationRunQuerySchema>;
export const reconciliationRunPageSchema = listPageSchema(reconciliationRunSchema);

/** Items that a person has explained, with the reason. */
export const settlementSchema = z.object({
  ids: bulkIds,
  reason: z
    .string()
    .trim()
    .min(1, 'Please enter a reason')
    .max(REASON_MAXIMUM_LENGTH, `At most ${REASON_MAXIMUM_LENGTH} characters`),
});
export type Settlement = z.output<typeof settlementSchema>;
