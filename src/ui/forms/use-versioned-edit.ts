import { useState } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import {
  submitHandler,
  useAppForm,
  type AppFormOptions,
  type FieldErrors,
} from './use-app-form.ts';

/** The version with which a form continues after a conflict. */
export type VersionChoice = 'current' | 'mine';

/** A change of the record since it was opened. */
export type Conflict<R> = { kind: 'changed'; current: R } | { kind: 'deleted' };

/** Error codes that a concurrent change of the record can cause. */
const CONFLICT_CODES = new Set<string>(['conflict', 'not-found', 'not-allowed-in-state']);

type VersionedEditOptions<R extends { version: number }, B extends R | null, V> = Omit<
  AppFormOptions<V>,
  'validate' | 'send'
> & {
  /** The record as it was opened; null for a new one. */
  record: B;
  valuesOf: (record: R) => V;
  /** The errors of the values as a change of `base`. */
  validate: (values: V, base: B) => FieldErrors<V>;
  /** Sends the values with the version of `base`. */
  save: (values: V, base: B) => Promise<unknown>;
  /** Loads the current record; null if it was deleted. */
  find: (base: R) => Promise<R | null>;
  /** Called if the record was changed or deleted. */
  onConflict?: () => void;
};

/**
 * The form of a record with a version. If somebody else has changed or deleted the record, the input
 * stays in the form, and saving waits until the user has chosen a version.
 */
export function useVersionedEdit<
  R extends { version: number },
  B extends R | null,
  V extends Record<string, unknown>,
>({ record, valuesOf, find, ...options }: VersionedEditOptions<R, B, V>) {
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);

  /** Whether a change of the record caused the error; if so, stores the conflict. */
  async function findConflict(error: Error): Promise<boolean> {
    if (!base || !(error instanceof ApiError) || !CONFLICT_CODES.has(error.problem.code))
      return false;
    const current = await find(base).catch(() => undefined);
    // An unchanged version means that the error has another cause.
    if (current === undefined || current?.version === base.version) return false;
    setConflict(current ? { kind: 'changed', current } : { kind: 'deleted' });
    options.onConflict?.();
    return true;
  }

  const form = useAppForm<V>({
    ...options,
    validate: (values) => options.validate(values, base),
    send: (values) => options.save(values, base),
    onError: async (error) => ((await findConflict(error)) ? null : await options.onError?.(error)),
  });

  function rebase(onto: R, values: V) {
    setBase(onto as B);
    setConflict(null);
    form.reset(valuesOf(onto), values);
  }

  return {
    ...form,
    form: { ...form.form, onSubmit: submitHandler(() => conflict ?? form.submit()) },
    base,
    conflict,
    /** Continues from this version of the record, with these values in the form. */
    rebase,
    /** Continues from the current version, with its values or with the input of this form. */
    resolveConflict(choice: VersionChoice) {
      if (conflict?.kind !== 'changed') return;
      const { current } = conflict;
      rebase(current, choice === 'current' ? valuesOf(current) : form.getValues());
    },
    /** Turns the input for a deleted record into a new record. */
    recreate() {
      setBase(null as B);
      setConflict(null);
    },
  };
}
