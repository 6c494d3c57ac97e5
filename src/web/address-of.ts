import type { z } from 'zod';

/**
 * What the route of a list declares: the type of its address. `useList` checks the values, so that the
 * schemas of all lists load with their screens instead of with the first one.
 */
export function addressOf<List extends { searchSchema: z.ZodType }>() {
  return (search: Record<string, unknown>) => search as z.output<List['searchSchema']>;
}
