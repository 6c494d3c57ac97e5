import { z } from 'zod';

/**
 * What a list keeps in its address, from the shape its operation is asked by (`listingShape` and
 * the list's filters). A value that cannot be is taken as not given.
 */
export function listSearchSchema<const S extends Record<string, z.ZodType>>(shape: S) {
  const lenient = Object.entries(shape).map(([name, field]) => {
    const given = (value: unknown) => field.safeParse(value).data;
    // The router reads "123" in a hand-written address as a number.
    const mend = ({ value }: { value: unknown }) =>
      (typeof value === 'number' ? given(String(value)) : undefined) ?? given(undefined);
    return [name, field.catch(mend)];
  });
  return z.object(Object.fromEntries(lenient) as { [K in keyof S]: z.ZodCatch<S[K]> });
}
