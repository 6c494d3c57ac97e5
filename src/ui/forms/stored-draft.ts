import { z } from 'zod';
import type { WizardPlan } from './wizard-plan.ts';

/** Reads the stored draft of a wizard and its step; null if there is no valid draft. */
export function readStoredDraft<D extends object>({
  key,
  storedSchema,
  empty,
  steps,
}: WizardPlan<D>): { step: number; draft: D } | null {
  const schema = z.object({
    step: z
      .int()
      .min(0)
      .max(steps.length - 1),
    draft: storedSchema,
  });
  try {
    const { step, draft } = schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return { step, draft: { ...empty, ...draft } };
  } catch {
    return null;
  }
}

/** Stores the draft of a wizard until the tab is closed. */
export function storeDraft<D extends object>(
  { key, storedSchema }: WizardPlan<D>,
  step: number,
  draft: D,
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ step, draft: storedSchema.parse(draft) }));
  } catch {
    // Without storage a reload starts with an empty draft.
  }
}

/** Removes the stored draft of a wizard after it was sent. */
export function clearStoredDraft({ key }: { key: string }): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
}
