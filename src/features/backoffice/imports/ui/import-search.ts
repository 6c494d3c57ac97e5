import { z } from 'zod';
import { IMPORT_KINDS } from '../imports.schema.ts';

/** Search parameters of /import. */
export const importSearchSchema = z.object({
  kind: z.enum(IMPORT_KINDS).optional().catch(undefined),
});
