import { z } from 'zod';

/** Maximum number of options that an influencer field gets. */
export const OPTIONS_LIMIT = 20;

export const optionQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  /** The selected influencer. */
  id: z.uuid().optional(),
});
export const optionSchema = z.object({ id: z.uuid(), fullName: z.string(), email: z.string() });
export type InfluencerOption = z.infer<typeof optionSchema>;
