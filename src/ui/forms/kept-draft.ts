import { z } from 'zod';
import type { WizardPlan } from './wizard-plan.ts';

/** Reads what a reload left of a wizard's draft, and the step it was in; null if nothing is usable. */
export function readKeptDraft<D extends object>({
  key,
  kept,
  empty,
  steps,
}: WizardPlan<D>): { step: number; draft: D } | null {
  const schema = z.object({
    step: z
      .int()
      .min(0)
      .max(steps.length - 1),
    draft: kept,
  });
  try {
    const { step, draft } = schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return { step, draft: { ...empty, ...draft } };
  } catch {
    return null;
  }
}

/** Keeps a wizard's draft until the tab is closed. */
export function keepDraft<D extends object>(
  { key, kept }: WizardPlan<D>,
  step: number,
  draft: D,
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ step, draft: kept.parse(draft) }));
  } catch {
    // Without storage a reload starts anew.
  }
}

/** Forgets a wizard's draft, once it was sent. */
export function forgetDraft({ key }: { key: string }): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
