import { z } from 'zod';
import { CATEGORIES } from '#src/lib/categories.ts';

/** Maximum number of options that an influencer field gets. */
export const OPTIONS_LIMIT = 20;

export const optionQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  /** The selected influencer. */
  id: z.uuid().optional(),
});
export const optionSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  /** The category of the influencer, and so of a new post; null if none was chosen. */
  category: z.enum(CATEGORIES).nullable(),
});
export type InfluencerOption = z.infer<typeof optionSchema>;
