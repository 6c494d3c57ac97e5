import type { z } from 'zod';
import { fieldErrors } from '#src/lib/field-errors.ts';

/** The steps of a wizard and its empty draft. */
export type WizardPlan<D extends object> = {
  /** Key of the draft in the session storage. */
  key: string;
  steps: readonly { title: string; schema: z.ZodObject }[];
  empty: D;
  /** The part of the draft that is stored; it must not include passwords. */
  storedSchema: z.ZodType<Partial<D>>;
};
export type WizardErrors<D extends object> = Partial<Record<keyof D & string, string>>;

/** The first error message of each field of a step. */
export function stepErrors<D extends object>(
  { steps }: WizardPlan<D>,
  step: number,
  draft: D,
): WizardErrors<D> {
  return fieldErrors(steps[step]?.schema.safeParse(draft));
}

/** The index of the first invalid step, or null. */
export function firstInvalidStep<D extends object>(plan: WizardPlan<D>, draft: D): number | null {
  const step = plan.steps.findIndex(({ schema }) => !schema.safeParse(draft).success);
  return step < 0 ? null : step;
}

/** The server's errors by field; errors within a list count for the list. */
export function serverFieldErrors<D extends object>(
  { empty }: WizardPlan<D>,
  errors: { path: string; message: string }[] = [],
): WizardErrors<D> {
  const serverErrors: WizardErrors<D> = {};
  for (const { path, message } of errors) {
    const field = path.split('.')[0] ?? '';
    if (Object.hasOwn(empty, field)) serverErrors[field as keyof D & string] ??= message;
  }
  return serverErrors;
}

/** The index of the first step with one of these errors, or null. */
export function stepOf<D extends object>(
  { steps }: WizardPlan<D>,
  errors: WizardErrors<D>,
): number | null {
  const step = steps.findIndex(({ schema }) =>
    Object.keys(schema.shape).some((field) => errors[field as keyof D & string]),
  );
  return step < 0 ? null : step;
}

/** The texts of the draft that were typed into the form before hydration. */
export function typedFields<D extends object>(
  { empty }: WizardPlan<D>,
  form: FormData,
): Partial<D> {
  return Object.fromEntries(
    Object.entries(empty)
      .map(([field, value]) => [field, typeof value === 'string' && form.get(field)] as const)
      .filter(([, typed]) => typed),
  ) as Partial<D>;
}
