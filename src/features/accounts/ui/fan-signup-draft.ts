import { z } from 'zod';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { credentialsSchema, demographicsSchema, preferencesSchema } from '../accounts.schema.ts';

/** What was typed so far, right or wrong. */
export type FanSignupDraft = {
  gender: string;
  sexualPreference: string;
  dateOfBirth: string;
  preferences: Category[];
  email: string;
  password: string;
  confirmPassword: string;
};
export type DraftField = keyof FanSignupDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;

export const EMPTY_DRAFT: FanSignupDraft = {
  gender: '',
  sexualPreference: '',
  dateOfBirth: '',
  preferences: [],
  email: '',
  password: '',
  confirmPassword: '',
};

export const STEPS: { title: string; schema: z.ZodType; fields: DraftField[] }[] = [
  {
    title: 'Demographics',
    schema: demographicsSchema,
    fields: ['gender', 'sexualPreference', 'dateOfBirth'],
  },
  { title: 'Preferences', schema: preferencesSchema, fields: ['preferences'] },
  {
    title: 'Credentials',
    schema: credentialsSchema,
    fields: ['email', 'password', 'confirmPassword'],
  },
];
export const LAST_STEP = STEPS.length - 1;

/** What is wrong in a step: the first message of each field. */
export function stepErrors(step: number, draft: FanSignupDraft): DraftErrors {
  const result = STEPS[step]?.schema.safeParse(draft);
  const errors: DraftErrors = {};
  for (const { path, message } of result?.error?.issues ?? []) {
    errors[path[0] as DraftField] ??= message;
  }
  return errors;
}

export const isStepValid = (step: number, draft: FanSignupDraft): boolean =>
  Object.keys(stepErrors(step, draft)).length === 0;

/** The server's field errors by field; paths inside a list count for the list. */
export function refusedFields(errors: { path: string; message: string }[] = []): DraftErrors {
  const refused: DraftErrors = {};
  for (const { path, message } of errors) {
    const field = path.split('.')[0] ?? '';
    if (Object.hasOwn(EMPTY_DRAFT, field)) refused[field as DraftField] ??= message;
  }
  return refused;
}

/** The first step that holds one of these errors, or null. */
export function stepOf(errors: DraftErrors): number | null {
  const step = STEPS.findIndex(({ fields }) => fields.some((field) => errors[field]));
  return step < 0 ? null : step;
}

/** What a form holds of the first step, which is the one that the server renders. */
export const typedFields = (form: FormData): Partial<FanSignupDraft> =>
  Object.fromEntries(
    ['gender', 'sexualPreference', 'dateOfBirth']
      .map((field) => [field, form.get(field)])
      .filter(([, value]) => value),
  );

const KEY = 'fan-signup';

// Passwords are never kept.
const keptSchema = z.object({
  step: z.int().min(0).max(LAST_STEP),
  gender: z.string(),
  sexualPreference: z.string(),
  dateOfBirth: z.string(),
  preferences: z.array(z.enum(CATEGORIES)),
  email: z.string(),
});

/** Reads what a reload left of the draft, and the step it was in. */
export function readKeptDraft(): { step: number; draft: FanSignupDraft } | null {
  try {
    const { step, ...kept } = keptSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
    return { step, draft: { ...EMPTY_DRAFT, ...kept } };
  } catch {
    return null;
  }
}

export function keepDraft(step: number, draft: FanSignupDraft): void {
  const { password: _, confirmPassword: __, ...kept } = draft;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...kept, step }));
  } catch {
    // Without storage a reload starts anew.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
