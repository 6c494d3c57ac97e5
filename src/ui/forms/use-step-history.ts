import { useEffect } from 'react';

/** The wizard's data in a history entry: its step, and how many entries below it are its own. */
type StepEntry = { step: number; depth: number };

const readEntry = (): StepEntry | undefined =>
  (window.history.state as { wizard?: StepEntry } | null)?.wizard;

/** The step of the current history entry, to which the browser returned; undefined for a new one. */
export function readHistoryStep(): number | undefined {
  return readEntry()?.step;
}

type StepHistory = {
  step: number;
  /** Whether the draft was restored and nothing is being sent. */
  isActive: boolean;
  /** Goes to the step of the entry that the browser went to, or an earlier one, and returns it. */
  onWalk: (step: number) => number;
};

/** Adds a history entry for each further step, so that the browser's Back button walks the steps. */
export function useStepHistory({ step, isActive, onWalk }: StepHistory): void {
  useEffect(() => {
    if (!isActive) return;
    const entry = readEntry();
    if (!entry || step < entry.step) {
      window.history.replaceState({ wizard: { step, depth: 0 } }, '');
    } else if (step > entry.step) {
      window.history.pushState({ wizard: { step, depth: entry.depth + 1 } }, '');
    }
  }, [step, isActive]);
  useEffect(() => {
    const walk = () => {
      const entry = readEntry();
      if (!isActive || !entry) return;
      const excess = entry.step - onWalk(entry.step);
      if (excess > 0 && excess <= entry.depth) window.history.go(-excess);
    };
    window.addEventListener('popstate', walk);
    return () => window.removeEventListener('popstate', walk);
  });
}

/** Goes back one step in the browser's history. @returns whether there is such an entry */
export function walkBack(): boolean {
  const hasEntry = (readEntry()?.depth ?? 0) > 0;
  if (hasEntry) window.history.back();
  return hasEntry;
}

/** Goes back to the first entry of the wizard, so that Back on the next page does not walk its steps. */
export function leaveStepHistory(): Promise<void> {
  const depth = readEntry()?.depth ?? 0;
  if (depth === 0) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    window.history.go(-depth);
  });
}
