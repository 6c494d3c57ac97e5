import { z } from 'zod';

/** A record's version, counted by the database in 32 bits: a change names the one it was made to. */
export const versionSchema = z.int().min(1).max(2_147_483_646);
