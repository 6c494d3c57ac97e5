import type { z } from 'zod';
import { fieldErrors } from '#src/lib/field-errors.ts';

/** What a wizard asks, step by step, and how its draft starts. */
export type WizardPlan<D extends object> = {
  /** Names the kept draft in the browser's session storage. */
  key: string;
  steps: readonly { title: string; schema: z.ZodObject }[];
  empty: D;
  /** What is kept of the draft over a reload. Passwords are no part of it. */
  storedSchema: z.ZodType<Partial<D>>;
};
export type WizardErrors<D extends object> = Partial<Record<keyof D & string, string>>;

/** What is wrong in a step: the first message of each field. */
export const stepErrors = <D extends object>(
  { steps }: WizardPlan<D>,
  step: number,
  draft: D,
): WizardErrors<D> => fieldErrors(steps[step]?.schema.safeParse(draft));

/** The first step that is not valid, or null. */
export function firstInvalidStep<D extends object>(plan: WizardPlan<D>, draft: D): number | null {
  const step = plan.steps.findIndex(({ schema }) => !schema.safeParse(draft).success);
  return step < 0 ? null : step;
}

/** The server's field errors by field; paths inside a list count for the list. */
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

/** The first step that holds one of these errors, or null. */
export function stepOf<D extends object>(
  { steps }: WizardPlan<D>,
  errors: WizardErrors<D>,
): number | null {
  const step = steps.findIndex(({ schema }) =>
    Object.keys(schema.shape).some((field) => errors[field as keyof D & string]),
  );
  return step < 0 ? null : step;
}

/** What a form holds of the draft's texts: what was typed before the script ran. */
export const typedFields = <D extends object>(
  { empty }: WizardPlan<D>,
  form: FormData,
): Partial<D> =>
  Object.fromEntries(
    Object.entries(empty)
      .map(([field, value]) => [field, typeof value === 'string' && form.get(field)] as const)
      .filter(([, typed]) => typed),
  ) as Partial<D>;
