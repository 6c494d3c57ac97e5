import { z } from 'zod';
import { TWO_PEOPLE_RULES } from '#src/features/identity/two-people/two-people.rules.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds } from '#src/lib/listing.ts';

/** Records of one rule of two people. */
export const decisionsSchema = z.object({ rule: z.enum(TWO_PEOPLE_RULES), ids: bulkIds });

/** What keeps the reader from deciding about records; null if nothing does. */
export const obstacleSchema = z.object({
  obstacle: z
    .object({
      reason: z.enum(['same-person', 'no-admin', 'dependent', 'alone', 'announced']),
      from: instantSchema.nullable(),
    })
    .nullable(),
});

/** Accounts of the back office of which nobody recorded who created them. */
export const unknownAccountsSchema = z.object({
  accounts: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(['admin', 'staff']) })),
});
