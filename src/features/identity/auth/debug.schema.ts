import { z } from 'zod';

const dump = z.record(z.string(), z.unknown());

/** The caller's own stored data, without secrets. */
export const debugSchema = z.object({
  session: dump,
  role: dump.nullable(),
  profile: dump.nullable(),
});
export type DebugState = z.infer<typeof debugSchema>;
