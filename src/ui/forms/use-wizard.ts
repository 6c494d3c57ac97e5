import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { forgetDraft, keepDraft, readKeptDraft } from './kept-draft.ts';
import {
  firstInvalidStep,
  refusedFields,
  stepErrors,
  stepOf,
  typedFields,
  type WizardErrors,
  type WizardPlan,
} from './wizard-plan.ts';

/** Where the wizard last asked the reader to look; a new object moves the focus. */
export type Attention = { at: 'heading' | 'error' } | null;

type WizardOptions<D extends object> = {
  plan: WizardPlan<D>;
  form: RefObject<HTMLFormElement | null>;
  /** Sends a draft whose steps are all valid. */
  send: (draft: D) => Promise<unknown>;
  /** Runs once it was sent and the kept draft is forgotten. */
  onSent: () => Promise<void> | void;
  /** Said when sending fails without a word from the server. */
  fallback: string;
  /** Fields that an error speaks of; without it, those that the server names. */
  refusedBy?: (error: ApiError) => WizardErrors<D> | undefined;
  /** Runs when the reader wants to leave a step that is not valid. */
  onIncomplete?: (step: number, draft: D) => void;
};

function useKeptDraft<D extends object>(
  plan: WizardPlan<D>,
  form: RefObject<HTMLFormElement | null>,
) {
  const [draft, setDraft] = useState(plan.empty);
  const [step, setStep] = useState(0);
  const [keeping, setKeeping] = useState(false);

  // Before the first render in the browser, which would reset what was chosen while it loaded.
  useLayoutEffect(() => {
    const kept = readKeptDraft(plan);
    const typed = form.current ? typedFields(plan, new FormData(form.current)) : {};
    setDraft({ ...plan.empty, ...kept?.draft, ...typed });
    setStep(kept?.step ?? 0);
    setKeeping(true);
  }, [plan, form]);
  useEffect(() => {
    if (keeping) keepDraft(plan, step, draft);
  }, [plan, keeping, step, draft]);

  const forget = () => {
    // What is left of the draft must not be kept again.
    setKeeping(false);
    forgetDraft(plan);
  };
  return { draft, setDraft, step, setStep, forget };
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
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<WizardErrors<D>>({});
  const [attention, setAttention] = useState<Attention>(null);
  return {
    tried,
    refused,
    setRefused,
    attention,
    goTo(step: number) {
      setStep(step);
      setAttention({ at: 'heading' });
    },
    showErrors(step: number) {
      setTried(new Set([...tried, step]));
      setStep(step);
      setAttention({ at: 'error' });
    },
  };
}

/**
 * A wizard's draft, step, errors and ways on and back. The draft outlives a reload; the errors of a
 * step show after the first try to leave it; nothing is lost when sending fails.
 */
export function useWizard<D extends object>(options: WizardOptions<D>) {
  const { plan, form, onIncomplete } = options;
  const { draft, setDraft, step, setStep, forget } = useKeptDraft(plan, form);
  const { tried, refused, setRefused, attention, goTo, showErrors } = useWizardErrors<D>(setStep);
  const last = plan.steps.length - 1;

  const submission = useExclusive(async () => {
    try {
      await options.send(draft);
      forget();
      await options.onSent();
    } catch (error) {
      const answered = error instanceof ApiError;
      toast.error('Error', { description: (answered && error.message) || options.fallback });
      if (!answered) return;
      const fields = options.refusedBy?.(error) ?? refusedFields(plan, error.problem.errors);
      setRefused(fields);
      const at = stepOf(plan, fields);
      if (at !== null) showErrors(at);
    }
  });

  return {
    draft,
    step,
    busy: submission.busy,
    attention,
    errors: { ...(tried.has(step) && stepErrors(plan, step, draft)), ...refused },
    change<F extends keyof D & string>(field: F, value: D[F]) {
      setDraft((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others as WizardErrors<D>);
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
