import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { useFocusBack } from '#src/ui/dialogs/use-focus-back.ts';

type Errors<V> = Partial<Record<keyof V & string, string>>;

type DraftFormOptions<V> = {
  initial: V;
  /** What is wrong with it before it is sent. */
  check: (values: V) => Errors<V>;
  /** Sends it, once at a time. What it throws is a refusal. */
  send: (values: V) => Promise<unknown>;
  /** Told of a refusal; `true` when there is nothing more to say about it. */
  onRefused?: (error: Error) => Promise<boolean> | boolean;
};

/** The errors of a form's fields; the focus is led to the first that was found, or back to the button. */
function useErrors<V>(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useFocusBack(form, isBusy);
  const [errors, setErrors] = useState<Errors<V>>({});
  const [found, setFound] = useState(errors);
  // Not with every change of the errors: a field that is being mended keeps the focus.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [found]);
  return {
    form,
    errors,
    fail(wrong: Errors<V>) {
      setErrors(wrong);
      setFound(wrong);
    },
    mend(fields: object) {
      const rest = Object.entries(errors).filter(([name]) => !(name in fields));
      if (rest.length < Object.keys(errors).length) {
        setErrors(Object.fromEntries(rest) as Errors<V>);
      }
    },
  };
}

/** What the fields hold, and whether that differs from what they began with. */
function useValues<V extends object>(initial: V) {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState(initial);
  return {
    values,
    isUnsaved: JSON.stringify(values) !== JSON.stringify(start),
    merge: (patch: Partial<V>) => setValues((before) => ({ ...before, ...patch })),
    restart(next: V) {
      setValues(next);
      setStart(next);
    },
  };
}

/** What the API said about fields of the form. */
function fieldsOf<V extends object>(error: Error, values: V): Errors<V> | null {
  const said = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const known = said.filter(({ path }) => path in values);
  if (known.length === 0) return null;
  return Object.fromEntries(known.map(({ path, message }) => [path, message])) as Errors<V>;
}

/**
 * A form of controlled fields: judged when it is submitted, with the focus led to what is wrong, and
 * sent once at a time. Of fields that the browser keeps it is `useForm`.
 */
export function useDraftForm<V extends object>({ initial, ...form }: DraftFormOptions<V>) {
  const [busy, setBusy] = useState(false);
  const { form: ref, errors, fail, mend } = useErrors<V>(busy);
  const { values, isUnsaved, merge, restart } = useValues(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef(false);

  async function refuse(error: Error) {
    if (await form.onRefused?.(error)) return;
    const wrong = fieldsOf(error, values);
    if (wrong) fail(wrong);
    else setFailure(error.message);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // A dialog lies within the page's own forms as far as React's events go.
    event.stopPropagation();
    if (sending.current) return;
    const wrong = form.check(values);
    fail(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    setBusy(true);
    try {
      await form.send(values);
    } catch (error) {
      await refuse(error as Error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    form: { ref, onSubmit, noValidate: true },
    values,
    /** Whether something was typed that closing the form would lose. */
    isUnsaved,
    errors,
    failure,
    busy,
    change(patch: Partial<V>) {
      merge(patch);
      mend(patch);
    },
    /** Says what is wrong with a field. */
    fail,
    replace(next: V) {
      restart(next);
      fail({});
      setFailure(null);
    },
  };
}
