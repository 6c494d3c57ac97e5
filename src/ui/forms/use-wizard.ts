import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { clearStoredDraft, readStoredDraft, storeDraft } from './stored-draft.ts';
import { leaveStepHistory, readHistoryStep, useStepHistory, walkBack } from './use-step-history.ts';
import {
  firstInvalidStep,
  serverFieldErrors,
  stepErrors,
  stepOf,
  typedFields,
  type WizardErrors,
  type WizardPlan,
} from './wizard-plan.ts';

/** Where the wizard puts the focus; each new object moves it. */
export type FocusTarget = { at: 'heading' | 'error' } | null;

type WizardOptions<D extends object, R> = {
  plan: WizardPlan<D>;
  form: RefObject<HTMLFormElement | null>;
  /** Sends a draft whose steps are all valid. */
  send: (draft: D) => Promise<R>;
  /** Called with the result after the draft was sent and removed from the storage. */
  onSent: (result: R) => Promise<void> | void;
  /** Shown if sending fails without a message from the server. */
  fallbackMessage: string;
  /** Assigns an error to fields; by default the fields that the server names. */
  toFieldErrors?: (error: ApiError) => WizardErrors<D> | undefined;
  /** Called if the user tries to leave an invalid step. */
  onIncomplete?: (step: number, draft: D) => void;
};

function useStoredDraft<D extends object>(
  plan: WizardPlan<D>,
  form: RefObject<HTMLFormElement | null>,
) {
  const [draft, setDraft] = useState(plan.empty);
  const [step, setStep] = useState(0);
  const [isStoring, setIsStoring] = useState(false);

  // A layout effect runs before the first paint, which would reset fields filled in while loading.
  useLayoutEffect(() => {
    const stored = readStoredDraft(plan);
    const typed = form.current ? typedFields(plan, new FormData(form.current)) : {};
    setDraft({ ...plan.empty, ...stored?.draft, ...typed });
    const storedStep = stored?.step ?? 0;
    setStep(Math.min(storedStep, readHistoryStep() ?? storedStep));
    setIsStoring(true);
  }, [plan, form]);
  useEffect(() => {
    if (isStoring) storeDraft(plan, step, draft);
  }, [plan, isStoring, step, draft]);

  const clear = () => {
    // The draft in memory must not be stored again.
    setIsStoring(false);
    clearStoredDraft(plan);
  };
  return { draft, setDraft, step, setStep, isStoring, clear };
}

/** Ignores calls while a previous one is still running. */
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

/** The errors of a wizard and the target of the focus. */
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

type SubmissionContext<D extends object> = {
  draft: D;
  clear: () => void;
  setServerErrors: (errors: WizardErrors<D>) => void;
  showErrors: (step: number) => void;
};

/** Sends the draft; an error leads to its step. */
function useSubmission<D extends object, R>(
  options: WizardOptions<D, R>,
  { draft, clear, setServerErrors, showErrors }: SubmissionContext<D>,
) {
  return useExclusive(async () => {
    try {
      const result = await options.send(draft);
      clear();
      await leaveStepHistory();
      await options.onSent(result);
    } catch (error) {
      const isApiError = error instanceof ApiError;
      toast.error('Error', {
        description: (isApiError && error.message) || options.fallbackMessage,
      });
      if (!isApiError) return;
      const fields =
        options.toFieldErrors?.(error) ?? serverFieldErrors(options.plan, error.problem.errors);
      setServerErrors(fields);
      const at = stepOf(options.plan, fields);
      if (at !== null) showErrors(at);
    }
  });
}

/**
 * The draft, step, errors and navigation of a wizard. The draft survives a reload and a failed
 * submission; the errors of a step appear after the first attempt to leave it.
 */
export function useWizard<D extends object, R>(options: WizardOptions<D, R>) {
  const { plan, form, onIncomplete } = options;
  const { draft, setDraft, step, setStep, isStoring, clear } = useStoredDraft(plan, form);
  const { attemptedSteps, serverErrors, setServerErrors, focusTarget, goTo, showErrors } =
    useWizardErrors<D>(setStep);
  const last = plan.steps.length - 1;

  const submission = useSubmission(options, { draft, clear, setServerErrors, showErrors });
  useStepHistory({
    step,
    isActive: isStoring && !submission.busy,
    // Forward only as far as the steps are valid.
    onWalk(to) {
      const reached = Math.min(to, firstInvalidStep(plan, draft) ?? to);
      goTo(reached);
      return reached;
    },
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
    back() {
      if (!walkBack()) goTo(step - 1);
    },
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
export type Wizard<D extends object> = ReturnType<typeof useWizard<D, unknown>>;
