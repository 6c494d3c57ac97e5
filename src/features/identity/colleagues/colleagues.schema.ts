import { z } from 'zod';
import { bulkIds } from '#src/lib/listing.ts';

/** A person of the back office. */
export const colleagueSchema = z.object({
  id: z.uuid(),
  /** Full name, or the email address without one. */
  name: z.string(),
});
export type Colleague = z.infer<typeof colleagueSchema>;

/** The maximum number of colleagues that are listed. */
export const COLLEAGUE_LIMIT = 1_000;

/** The colleague who is responsible for a record; null while nobody is. */
export const ownerSchema = colleagueSchema.nullable();

/** A filter of a list: one's own records, those without an owner, or those of a colleague. */
export const ownerFilterSchema = z.union([z.enum(['me', 'nobody']), z.uuid()]).optional();
export type OwnerFilter = z.output<typeof ownerFilterSchema>;

/** Makes a colleague the owner of records, or nobody. */
export const assignmentSchema = z.object({ ids: bulkIds, ownerId: z.uuid().nullable() });
export type Assignment = z.output<typeof assignmentSchema>;
