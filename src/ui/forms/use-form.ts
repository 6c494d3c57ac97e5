import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { showFirstError } from './show-error.ts';

type FormOptions<S extends z.ZodType> = {
  schema: S;
  /** Reads the input of `schema` from the form; by default all its fields by name. */
  read?: (data: FormData) => unknown;
  /** Sends the valid input and continues from there. An error is shown as the form's error. */
  send: (input: z.output<S>) => Promise<unknown>;
  /** The form's error message; by default the message of the error. */
  toErrorMessage?: (error: Error) => string | undefined;
  /** The errors of fields after the server refused the input. */
  toFieldErrors?: (error: Error) => Errors<S>;
};

type Errors<S extends z.ZodType> = Partial<Record<keyof z.input<S> & string, string>>;

/**
 * A form of a public page with uncontrolled fields: validates on submission, focuses the first
 * invalid field, and sends one request at a time. Before `ready`, the browser's own submission would
 * put the fields into the address.
 */
export function useForm<S extends z.ZodType>({
  schema,
  read = Object.fromEntries,
  send,
  toErrorMessage = (error) => error.message,
  toFieldErrors,
}: FormOptions<S>) {
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [errors, setErrors] = useState<Errors<S>>({});
  const [formError, setFormError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);

  useEffect(() => {
    if (formError || Object.keys(errors).length > 0) showFirstError(ref.current);
  }, [errors, formError]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = schema.safeParse(read(new FormData(event.currentTarget)));
    setErrors(fieldErrors<keyof Errors<S>>(input));
    setFormError(undefined);
    if (!input.success || isSending.current) return;
    isSending.current = true;
    setBusy(true);
    try {
      await send(input.data);
    } catch (error) {
      setFormError(toErrorMessage(error as Error));
      if (toFieldErrors) setErrors(toFieldErrors(error as Error));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  return {
    form: { ref, onSubmit, noValidate: true },
    errors,
    formError,
    busy,
    ready: hydrated && !busy,
  };
}
