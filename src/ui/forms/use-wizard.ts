import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { clearStoredDraft, storeDraft, readStoredDraft } from './stored-draft.ts';
import {
  firstInvalidStep,
  serverFieldErrors,
  stepErrors,
  stepOf,
  typedFields,
  type WizardErrors,
  type WizardPlan,
} from './wizard-plan.ts';

/** Where the wizard last asked the reader to look; a new object moves the focus. */
export type FocusTarget = { at: 'heading' | 'error' } | null;

type WizardOptions<D extends object> = {
  plan: WizardPlan<D>;
  form: RefObject<HTMLFormElement | null>;
  /** Sends a draft whose steps are all valid. */
  send: (draft: D) => Promise<unknown>;
  /** Runs once it was sent and the kept draft is forgotten. */
  onSent: () => Promise<void> | void;
  /** Said when sending fails without a word from the server. */
  fallbackMessage: string;
  /** Fields that an error speaks of; without it, those that the server names. */
  toFieldErrors?: (error: ApiError) => WizardErrors<D> | undefined;
  /** Runs when the reader wants to leave a step that is not valid. */
  onIncomplete?: (step: number, draft: D) => void;
};

function useStoredDraft<D extends object>(
  plan: WizardPlan<D>,
  form: RefObject<HTMLFormElement | null>,
) {
  const [draft, setDraft] = useState(plan.empty);
  const [step, setStep] = useState(0);
  const [isStoring, setIsStoring] = useState(false);

  // Before the first render in the browser, which would reset what was chosen while it loaded.
  useLayoutEffect(() => {
    const stored = readStoredDraft(plan);
    const typed = form.current ? typedFields(plan, new FormData(form.current)) : {};
    setDraft({ ...plan.empty, ...stored?.draft, ...typed });
    setStep(stored?.step ?? 0);
    setIsStoring(true);
  }, [plan, form]);
  useEffect(() => {
    if (isStoring) storeDraft(plan, step, draft);
  }, [plan, isStoring, step, draft]);

  const clear = () => {
    // What is left of the draft must not be kept again.
    setIsStoring(false);
    clearStoredDraft(plan);
  };
  return { draft, setDraft, step, setStep, clear };
}

/** Runs one at a time: a second call while the first is under way does nothing. */
function useExclusive(run: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const start = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await run();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, start };
}

/** What is wrong in a wizard, and where the reader is asked to look. */
function useWizardErrors<D extends object>(setStep: (step: number) => void) {
  const [attemptedSteps, setAttemptedSteps] = useState<ReadonlySet<number>>(new Set());
  const [serverErrors, setServerErrors] = useState<WizardErrors<D>>({});
  const [focusTarget, setFocusTarget] = useState<FocusTarget>(null);
  return {
    attemptedSteps,
    serverErrors,
    setServerErrors,
    focusTarget,
    goTo(step: number) {
      setStep(step);
      setFocusTarget({ at: 'heading' });
    },
    showErrors(step: number) {
      setAttemptedSteps(new Set([...attemptedSteps, step]));
      setStep(step);
      setFocusTarget({ at: 'error' });
    },
  };
}

/**
 * A wizard's draft, step, errors and ways on and back. The draft outlives a reload; the errors of a
 * step show after the first try to leave it; nothing is lost when sending fails.
 */
export function useWizard<D extends object>(options: WizardOptions<D>) {
  const { plan, form, onIncomplete } = options;
  const { draft, setDraft, step, setStep, clear } = useStoredDraft(plan, form);
  const { attemptedSteps, serverErrors, setServerErrors, focusTarget, goTo, showErrors } = useWizardErrors<D>(setStep);
  const last = plan.steps.length - 1;

  const submission = useExclusive(async () => {
    try {
      await options.send(draft);
      clear();
      await options.onSent();
    } catch (error) {
      const isApiError = error instanceof ApiError;
      toast.error('Error', { description: (isApiError && error.message) || options.fallbackMessage });
      if (!isApiError) return;
      const fields = options.toFieldErrors?.(error) ?? serverFieldErrors(plan, error.problem.errors);
      setServerErrors(fields);
      const at = stepOf(plan, fields);
      if (at !== null) showErrors(at);
    }
  });

  return {
    draft,
    step,
    busy: submission.busy,
    focusTarget,
    errors: { ...(attemptedSteps.has(step) && stepErrors(plan, step, draft)), ...serverErrors },
    change<F extends keyof D & string>(field: F, value: D[F]) {
      setDraft((before) => ({ ...before, [field]: value }));
      setServerErrors(({ [field]: _, ...others }) => others as WizardErrors<D>);
    },
    back: () => goTo(step - 1),
    next() {
      const invalid = firstInvalidStep(plan, draft);
      if (invalid !== null && invalid <= step) {
        showErrors(invalid);
        onIncomplete?.(invalid, draft);
      } else if (step < last) goTo(step + 1);
      else void submission.start();
    },
  };
}
export type Wizard<D extends object> = ReturnType<typeof useWizard<D>>;
