import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';

type FormOptions<S extends z.ZodType> = {
  schema: S;
  /** What of the form is judged; all its fields by name unless given. */
  read?: (data: FormData) => unknown;
  /** Sends what is valid, and goes on from there. What it throws is a refusal. */
  send: (input: z.output<S>) => Promise<unknown>;
  /** What is said of a refusal; its message unless given. */
  toErrorMessage?: (error: Error) => string | undefined;
};

/**
 * A form of one step whose fields the browser keeps: judged when it is submitted, with the focus led
 * to what is wrong, and sent once at a time. Until `ready` a submit would put its fields in the address.
 */
export function useForm<S extends z.ZodType>({
  schema,
  read = Object.fromEntries,
  send,
  toErrorMessage = (error) => error.message,
}: FormOptions<S>) {
  type Errors = Partial<Record<keyof z.input<S> & string, string>>;
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [formError, setFormError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = schema.safeParse(read(new FormData(event.currentTarget)));
    setErrors(fieldErrors<keyof Errors>(input));
    setFormError(undefined);
    if (!input.success || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(input.data);
    } catch (error) {
      setFormError(toErrorMessage(error as Error));
    } finally {
      sending.current = false;
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
