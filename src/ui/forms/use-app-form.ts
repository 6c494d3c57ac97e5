import { useForm } from '@mantine/form';
import {
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type SyntheticEvent,
} from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { showFirstError } from './show-error.ts';
import { UnsavedInput } from './unsaved-input.ts';

/** The first error message of each invalid field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

/** An alternative way to submit the values, such as saving a draft. */
export type Submission<V> = {
  send: (values: V) => Promise<unknown>;
  /** Fields that may be invalid when the values are submitted this way. */
  ignores?: readonly (keyof V & string)[];
};

/** The message for a rejected submission: null shows none, undefined shows the API's own errors. */
export type Explanation = string | null | undefined;

export type AppFormOptions<V> = {
  initial: V;
  /** The errors of the values. */
  validate: (values: V) => FieldErrors<V>;
  /** Validates fields on change after the first submission; otherwise only when submitting again. */
  revalidates?: boolean;
  /** Fields that are validated on change from the start. */
  validatesAtOnce?: (keyof V & string)[];
  send: (values: V) => Promise<unknown>;
  onError?: (error: Error) => Explanation | Promise<Explanation>;
  /** Called if validation fails; a returned text is shown as the form's error. */
  onInvalid?: (errors: FieldErrors<V>) => string | void;
  /** Focuses an invalid field; by default the first one in the form. */
  focusOn?: (errors: FieldErrors<V>) => void;
  /** Whether closing the form would discard something; by default any change counts. */
  isUnsaved?: (values: V) => boolean;
};

type Values = Record<string, unknown>;

/** The API's errors for fields of the form, or null. */
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

/** Focuses the first invalid field, and the submit button after sending. */
function useFormFocus(isBusy: boolean) {
  const ref = useRef<HTMLFormElement>(null);
  useRefocusAfterSubmit(ref, isBusy);
  const [newErrors, setNewErrors] = useState<object>();
  // Ignores errors that change while the user types: the field being corrected keeps the focus.
  useEffect(() => {
    if (newErrors) showFirstError(ref.current);
  }, [newErrors]);
  return { ref, focusFirst: setNewErrors };
}

/** The values of a form, their errors, and whether they are unsaved. */
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
  useLayoutEffect(() => {
    report(isUnsaved);
    return () => report(false);
  }, [report, isUnsaved]);
  return { form, isUnsaved, setWasSubmitted };
}

type Form<V extends Values> = ReturnType<typeof useFormValues<V>>;

/** Submits the values, one request at a time, and reports errors. */
function useSubmission<V extends Values>(
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

  async function showError(error: Error) {
    const explanation = await options.onError?.(error);
    if (explanation === null) return;
    const errors = apiErrors(error, form.getValues());
    if (errors) fail(errors);
    else focusFirst({});
    setFailure(explanation ?? (errors ? null : error.message));
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
      await showError(error as Error);
    } finally {
      isSending.current = false;
      form.setSubmitting(false);
    }
  }

  return { ref, failure, setFailure, fail, submit };
}

/**
 * A form of a signed-in screen: validates on submission, focuses the first invalid field, and sends
 * one request at a time. Public pages use `useForm`.
 */
export function useAppForm<V extends Values>(options: AppFormOptions<V>) {
  const state = useFormValues(options);
  const { ref, ...submission } = useSubmission(state, options);
  const { form } = state;
  return {
    ...submission,
    form: { ref, onSubmit: submitHandler(submission.submit), noValidate: true },
    values: form.values,
    getValues: form.getValues,
    errors: form.errors as FieldErrors<V>,
    isUnsaved: state.isUnsaved,
    busy: form.submitting,
    change(patch: Partial<V>) {
      for (const [field, value] of Object.entries(patch)) form.setFieldValue(field, value as never);
    },
    /** Resets the form to `initial` as the saved state, with `values` in the fields. */
    reset(initial: V, values: V = initial) {
      form.resetDirty(initial);
      form.setValues(values);
      submission.setFailure(null);
    },
  };
}

/** The `onSubmit` handler of a form. */
export function submitHandler(submit: () => unknown) {
  return (event: SyntheticEvent) => {
    event.preventDefault();
    // React events in a dialog also bubble to the forms of the page that opened it.
    event.stopPropagation();
    submit();
  };
}
