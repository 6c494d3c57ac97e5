import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { WAITING_KINDS } from './staff-notifications.schema.ts';

/**
 * What the staff work off: everything that the bell announces to all of them, and what has no event. `overdue_task`
 * has passed its due date; `file` failed to process; `payment` is a subscription whose payment
 * failed or was not reported; `correction` waits for the approval of a second person; `payout` waits for its
 * payment; `reconciliation` is a difference between a payment provider and the ledger; `backup` a
 * backup, or its test, that failed or is late (admins only).
 */
export const WORK_KINDS = [
  ...WAITING_KINDS,
  'overdue_task',
  'file',
  'payment',
  'correction',
  'payout',
  'reconciliation',
  'backup',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** The records of one kind that wait. Counts end at 1,001. */
export const workItemSchema = z.object({
  kind: z.enum(WORK_KINDS),
  count: z.int(),
  /** How many of them wait longer than promised. */
  late: z.int(),
  /** Since when the oldest one waits. */
  oldestAt: instantSchema,
});
export type WorkItem = z.infer<typeof workItemSchema>;

/** Whose work: everybody's, or the records that the person owns. */
export const workQueueQuerySchema = z.object({ owner: z.literal('me').optional() });
export type WorkQueueQuery = z.output<typeof workQueueQuerySchema>;

/** The kinds of which something waits, the longest wait first. */
export const workQueueSchema = z.object({ items: z.array(workItemSchema) });
