import type { z } from 'zod';

type Address<Of> = Of extends { searchSchema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Of extends z.ZodType
    ? z.output<Of>
    : never;

/**
 * What a route declares of its search parameters: the type, by their schema or by the list that has
 * it. The screen checks the values (`useCheckedSearch`, `useList`), so that the schemas of all screens
 * load with their screens instead of with the first one.
 */
export function addressOf<Of extends { searchSchema: z.ZodType } | z.ZodType>() {
  return (search: Record<string, unknown>) => search as Address<Of>;
}
