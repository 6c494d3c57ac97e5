import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** The secret of a mail's cancel link. */
export const cancelTokenSchema = z.object({ token: z.string().max(200) });

/** What a cancel link is for, and whether there is anything left to stop. */
export const cancelLinkSchema = z.object({
  influencerName: z.string(),
  priceCents: z.int(),
  state: z.enum(['renews', 'stopped', 'ended']),
  /** Whether stopping the renewals ends it at once, as nothing is paid for. */
  endsAtOnce: z.boolean(),
  /** How long it can be watched at least, or when it ended. */
  until: instantSchema,
});
export type CancelLink = z.infer<typeof cancelLinkSchema>;
