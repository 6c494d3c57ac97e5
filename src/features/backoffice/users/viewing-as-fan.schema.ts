import { z } from 'zod';

/** How long a viewing lasts at most. */
export const VIEWING_MINUTES = 30;

/** The fan reads it. */
export const viewingSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(10, 'Please give a reason of at least 10 characters')
    .max(500, 'The reason may have at most 500 characters'),
});
