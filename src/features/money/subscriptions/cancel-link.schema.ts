import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** The secret of a mail's cancel link. */
export const cancelTokenSchema = z.object({ token: z.string().max(200) });

/** The subscription of a cancel link, and whether its renewals can still be stopped. */
export const cancelLinkSchema = z.object({
  influencerName: z.string(),
  priceCents: z.int(),
  state: z.enum(['renews', 'stopped', 'ended']),
  /** Whether stopping the renewals ends it at once, as no paid period is left. */
  endsAtOnce: z.boolean(),
  /** The end of the paid period, or when it ended. */
  until: instantSchema,
});
export type CancelLink = z.infer<typeof cancelLinkSchema>;
