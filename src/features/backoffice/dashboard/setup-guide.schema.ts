import { z } from 'zod';

/** What a new installation needs before its first fan, in this order. */
export const SETUP_STEPS = [
  'mail',
  'legal',
  'payments',
  'storage',
  'colleague',
  'influencer',
  'plan',
  'post',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Whether each step is done, as the configuration and the records say. */
export const setupGuideSchema = z.object({
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
});
export type SetupGuide = z.infer<typeof setupGuideSchema>;
