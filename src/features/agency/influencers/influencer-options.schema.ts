import { z } from 'zod';

/** Most influencers that a field to choose one from is given. */
export const OPTIONS_LIMIT = 20;

export const optionQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  /** The one that is chosen already. */
  id: z.uuid().optional(),
});
export const optionSchema = z.object({ id: z.uuid(), fullName: z.string(), email: z.string() });
export type InfluencerOption = z.infer<typeof optionSchema>;
