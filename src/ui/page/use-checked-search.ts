import { useMemo } from 'react';
import type { z } from 'zod';

/**
 * The search parameters of a route, whose route file declares only their type (`addressOf`): an invalid
 * value counts as missing.
 */
export function useCheckedSearch<Schema extends z.ZodType>(
  route: { useSearch: () => unknown },
  schema: Schema,
): z.output<Schema> {
  const search = route.useSearch();
  return useMemo(() => schema.parse(search), [schema, search]);
}
