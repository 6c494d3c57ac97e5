import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fanSignupSchema } from '../accounts.schema.ts';
import {
  EMPTY_DRAFT,
  forgetDraft,
  isStepValid,
  keepDraft,
  LAST_STEP,
  readKeptDraft,
  refusedFields,
  stepErrors,
  stepOf,
  typedFields,
  type DraftErrors,
  type DraftField,
  type FanSignupDraft,
} from './fan-signup-draft.ts';

const FALLBACK = 'An error occurred while creating your account';

/** Where the wizard last asked the reader to look; a new object moves the focus. */
type Attention = { at: 'heading' | 'error' } | null;

/** The state of the fan's sign-up: the draft, the step, what is wrong, and the ways on and back. */
export function useFanSignup(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [step, setStep] = useState(0);
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<DraftErrors>({});
  const [attention, setAttention] = useState<Attention>(null);
  const [restored, setRestored] = useState(false);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  // Before the first render in the browser, which would reset what was chosen while it loaded.
  useLayoutEffect(() => {
    const kept = readKeptDraft();
    const typed = form.current ? typedFields(new FormData(form.current)) : {};
    setDraft({ ...EMPTY_DRAFT, ...kept?.draft, ...typed });
    setStep(kept?.step ?? 0);
    setRestored(true);
  }, [form]);
  useEffect(() => {
    if (restored) keepDraft(step, draft);
  }, [restored, step, draft]);

  const goTo = (next: number) => {
    setStep(next);
    setAttention({ at: 'heading' });
  };
  const showErrors = (at: number) => {
    setTried(new Set([...tried, at]));
    setStep(at);
    setAttention({ at: 'error' });
  };

  async function submit() {
    if (sending.current) return;
    const input = fanSignupSchema.safeParse(draft);
    const wrong = [0, 1, 2].find((each) => !isStepValid(each, draft));
    if (wrong !== undefined || !input.success) return showErrors(wrong ?? LAST_STEP);
    sending.current = true;
    setBusy(true);
    try {
      await call(client.api.fans.$post({ json: input.data }));
      forgetDraft();
      // What is left of the draft must not be kept again.
      setRestored(false);
      toast.success('Account Created Successfully!', { description: 'You can sign in now.' });
      await navigate({ to: '/login' });
    } catch (error) {
      refuse(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function refuse(error: unknown) {
    const message = (error instanceof ApiError && error.message) || FALLBACK;
    toast.error('Error', { description: message });
    if (!(error instanceof ApiError)) return;
    const fields =
      error.problem.code === 'email-taken'
        ? { email: message }
        : refusedFields(error.problem.errors);
    setRefused(fields);
    const at = stepOf(fields);
    if (at !== null) showErrors(at);
  }

  return {
    draft,
    step,
    busy,
    attention,
    errors: { ...(tried.has(step) && stepErrors(step, draft)), ...refused } as DraftErrors,
    change<F extends DraftField>(field: F, value: FanSignupDraft[F]) {
      setDraft((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    back: () => goTo(step - 1),
    next() {
      if (step === LAST_STEP) return void submit();
      if (isStepValid(step, draft)) goTo(step + 1);
      else showErrors(step);
    },
  };
}
