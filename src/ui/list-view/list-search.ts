import { z } from 'zod';

/**
 * Schema of a list's search parameters, from the shape of its operation's query (`listingShape` and
 * the filters). An invalid value counts as missing.
 */
export function listSearchSchema<const S extends Record<string, z.ZodType>>(shape: S) {
  const lenient = Object.entries(shape).map(([name, field]) => {
    const parse = (value: unknown) => field.safeParse(value).data;
    // The router parses "123" in a hand-written address as a number.
    const repair = ({ value }: { value: unknown }) =>
      (typeof value === 'number' ? parse(String(value)) : undefined) ?? parse(undefined);
    return [name, field.catch(repair)];
  });
  return z.object(Object.fromEntries(lenient) as { [K in keyof S]: z.ZodCatch<S[K]> });
}
