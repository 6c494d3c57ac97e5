import type { z } from 'zod';

/** The first error message of each field, from the validation result of a form's input. */
export function fieldErrors<F extends string>(
  result: z.ZodSafeParseResult<unknown> | undefined,
): Partial<Record<F, string>> {
  const errors: Partial<Record<F, string>> = {};
  for (const { path, message } of result?.error?.issues ?? []) errors[path[0] as F] ??= message;
  return errors;
}
