import { useForm } from '@mantine/form';
import { useContext, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { UnsavedInput } from './unsaved-input.ts';

/** The first message of each wrong field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

/** A way to send the values that the form offers beside its main one. */
export type Submission<V> = {
  send: (values: V) => Promise<unknown>;
  /** Fields that may be wrong when the values are sent this way. */
  ignores?: readonly (keyof V & string)[];
};

/** What to say of a refusal: null for nothing more, undefined for the field errors or the message. */
export type Explanation = string | null | undefined;

export type AppFormOptions<V> = {
  initial: V;
  /** What is wrong with the values. */
  validate: (values: V) => FieldErrors<V>;
  /** When the errors of a field follow its changes: from the first submission on, or not before the next. */
  revalidates?: boolean;
  /** Fields whose errors follow their changes from the start. */
  validatesAtOnce?: (keyof V & string)[];
  send: (values: V) => Promise<unknown>;
  onRefused?: (error: Error) => Explanation | Promise<Explanation>;
  /** Called when values were not sent because of these errors; what it returns is shown as the failure. */
  onInvalid?: (errors: FieldErrors<V>) => string | void;
  /** Leads the focus to wrong fields; by default to the first in the form. */
  focusOn?: (errors: FieldErrors<V>) => void;
  /** Whether closing the form would lose something; by default any change counts. */
  isUnsaved?: (values: V) => boolean;
};

type Values = Record<string, unknown>;

/** The field errors of the API that belong to fields of the form. */
function apiErrors<V extends Values>(error: Error, values: V): FieldErrors<V> | null {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const known = errors.filter(({ path }) => path in values);
  if (known.length === 0) return null;
  return Object.fromEntries(known.map(({ path, message }) => [path, message])) as FieldErrors<V>;
}

const without = <V>(errors: FieldErrors<V>, ignored: readonly string[]) =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !ignored.includes(field)),
  ) as FieldErrors<V>;

/** Leads the focus to the first wrong field, and back to the submit button after sending. */
function useFormFocus(isBusy: boolean) {
  const ref = useRef<HTMLFormElement>(null);
  useRefocusAfterSubmit(ref, isBusy);
  const [found, setFound] = useState<object>();
  // Not with every change of the errors: a field that is being corrected keeps the focus.
  useEffect(() => {
    if (found) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [found]);
  return { ref, focusFirst: setFound };
}

/** The values of a form, their errors, and whether closing it would lose any. */
function useFormValues<V extends Values>(options: AppFormOptions<V>) {
  const { initial, revalidates = false, validatesAtOnce = [] } = options;
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const form = useForm<V>({
    initialValues: initial,
    validate: (values): Record<string, string | undefined> => options.validate(values),
    validateInputOnChange: (wasSubmitted && revalidates) || validatesAtOnce,
  });
  const report = useContext(UnsavedInput);
  const isUnsaved = options.isUnsaved?.(form.values) ?? form.isDirty();
  useEffect(() => {
    report(isUnsaved);
    return () => report(false);
  }, [report, isUnsaved]);
  return { form, isUnsaved, setWasSubmitted };
}

type Form<V extends Values> = ReturnType<typeof useFormValues<V>>;

/** Sends the values, once at a time, and what has to be said when they were not taken. */
function useSending<V extends Values>(
  { form, setWasSubmitted }: Form<V>,
  options: AppFormOptions<V>,
) {
  const { ref, focusFirst } = useFormFocus(form.submitting);
  const focusOn = options.focusOn ?? focusFirst;
  const [failure, setFailure] = useState<string | null>(null);
  const isSending = useRef(false);

  function fail(errors: FieldErrors<V>) {
    form.setErrors(errors as Record<string, string>);
    focusOn(errors);
  }

  async function refuse(error: Error) {
    const said = await options.onRefused?.(error);
    if (said === null) return;
    const errors = apiErrors(error, form.getValues());
    if (errors) fail(errors);
    setFailure(said ?? (errors ? null : error.message));
  }

  async function submit({ send, ignores = [] }: Submission<V> = options) {
    if (isSending.current) return;
    setWasSubmitted(true);
    const errors = without(form.validate().errors as FieldErrors<V>, ignores);
    if (Object.keys(errors).length > 0) {
      focusOn(errors);
      return setFailure(options.onInvalid?.(errors) ?? null);
    }
    setFailure(null);
    isSending.current = true;
    form.setSubmitting(true);
    try {
      await send(form.getValues());
      setWasSubmitted(false);
    } catch (error) {
      await refuse(error as Error);
    } finally {
      isSending.current = false;
      form.setSubmitting(false);
    }
  }

  return { ref, failure, setFailure, fail, submit };
}

/**
 * A form of a signed-in screen: validated when it is submitted, with the focus led to what is wrong,
 * and sent once at a time. On public pages it is `useForm`.
 */
export function useAppForm<V extends Values>(options: AppFormOptions<V>) {
  const state = useFormValues(options);
  const { ref, ...sending } = useSending(state, options);
  const { form } = state;
  return {
    ...sending,
    form: { ref, onSubmit: submitting(sending.submit), noValidate: true },
    values: form.values,
    getValues: form.getValues,
    errors: form.errors as FieldErrors<V>,
    isUnsaved: state.isUnsaved,
    busy: form.submitting,
    change(patch: Partial<V>) {
      for (const [field, value] of Object.entries(patch)) form.setFieldValue(field, value as never);
    },
    /** Goes on from `initial`, with `values` in the fields. */
    restart(initial: V, values: V = initial) {
      form.resetDirty(initial);
      form.setValues(values);
      sending.setFailure(null);
    },
  };
}

/** What a form does when it is submitted. */
export const submitting = (submit: () => unknown) => (event: SyntheticEvent) => {
  event.preventDefault();
  // React's events of a dialog also reach the forms of the page below it.
  event.stopPropagation();
  submit();
};
