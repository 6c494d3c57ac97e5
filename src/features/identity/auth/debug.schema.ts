import { z } from 'zod';

const dump = z.record(z.string(), z.unknown());

/** What the house knows of who asks, as it is stored; no secrets and nothing of others. */
export const debugSchema = z.object({
  session: dump,
  role: dump.nullable(),
  profile: dump.nullable(),
});
export type DebugState = z.infer<typeof debugSchema>;
