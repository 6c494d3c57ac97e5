import { z } from 'zod';

/** The version of a record, a 32-bit counter; each change names the version that it is based on. */
export const versionSchema = z.int().min(1).max(2_147_483_646);
