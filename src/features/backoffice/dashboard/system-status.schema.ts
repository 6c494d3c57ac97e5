import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** The checked parts of the system. */
export const SYSTEM_PARTS = [
  'database',
  'storage',
  'mail',
  'jobs',
  'videos',
  'backup',
  'payments',
  'ledger',
  'reconciliation',
  'identity',
  'consents',
  'agreements',
  'reviews',
] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];
export const PART_STATES = ['ok', 'warning', 'down'] as const;

/** The result of a check, without secrets. */
export const findingSchema = z.object({
  state: z.enum(PART_STATES),
  text: z.string(),
  /** The page where an admin can solve the problem. */
  to: z.enum(['/payment-events', '/ledger-checks', '/reconciliation', '/jobs']).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const systemStatusSchema = z.object({
  checkedAt: instantSchema,
  parts: z.array(findingSchema.extend({ part: z.enum(SYSTEM_PARTS) })),
});
export type SystemStatus = z.infer<typeof systemStatusSchema>;
