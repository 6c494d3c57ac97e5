import { z } from 'zod';
import type { WizardPlan } from './wizard-plan.ts';

/** Reads what a reload left of a wizard's draft, and the step it was in; null if nothing is usable. */
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

/** Keeps a wizard's draft until the tab is closed. */
export function storeDraft<D extends object>(
  { key, storedSchema }: WizardPlan<D>,
  step: number,
  draft: D,
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ step, draft: storedSchema.parse(draft) }));
  } catch {
    // Without storage a reload starts anew.
  }
}

/** Forgets a wizard's draft, once it was sent. */
export function clearStoredDraft({ key }: { key: string }): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
