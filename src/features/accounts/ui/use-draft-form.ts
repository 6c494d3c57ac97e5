import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#src/lib/api-error.ts';

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

/** A form of controlled fields: judged when it is submitted, the focus led to what is wrong. */
export function useDraftForm<V extends object>(options: DraftFormOptions<V>) {
  const { initial, check, send, onRefused } = options;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function refuse(error: Error) {
    if (await onRefused?.(error)) return;
    const said = error instanceof ApiError ? (error.problem.errors ?? []) : [];
    const known = said.filter(({ path }) => path in values);
    if (known.length === 0) return setFailure(error.message);
    setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])) as Errors<V>);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // A dialog lies within the page's own forms as far as React's events go.
    event.stopPropagation();
    if (sending.current) return;
    const found = check(values);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      await refuse(error as Error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    form: { ref: form, onSubmit, noValidate: true },
    values,
    errors,
    failure,
    busy,
    change(patch: Partial<V>) {
      setValues((before) => ({ ...before, ...patch }));
      const others = Object.entries(errors).filter(([name]) => !(name in patch));
      if (others.length < Object.keys(errors).length)
        setErrors(Object.fromEntries(others) as Errors<V>);
    },
    /** Says what is wrong with a field. */
    fail: setErrors,
    replace(next: V) {
      setValues(next);
      setErrors({});
      setFailure(null);
    },
  };
}
