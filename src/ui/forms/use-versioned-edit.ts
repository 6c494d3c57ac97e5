import { useState } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { submitting, useAppForm, type AppFormOptions, type FieldErrors } from './use-app-form.ts';

/** Which version a form goes on with. */
export type VersionChoice = 'current' | 'mine';

/** What the record has become since it was opened. */
export type Conflict<R> = { kind: 'changed'; current: R } | { kind: 'deleted' };

/** The answers that a record which has changed may give. */
const STALE = new Set<string>(['conflict', 'not-found', 'not-allowed-in-state']);

type VersionedEditOptions<R extends { version: number }, B extends R | null, V> = Omit<
  AppFormOptions<V>,
  'validate' | 'send'
> & {
  /** The record as it was opened; null for a new one. */
  record: B;
  valuesOf: (record: R) => V;
  /** What is wrong with the values as a change of `base`. */
  validate: (values: V, base: B) => FieldErrors<V>;
  /** Sends the values, and the version of `base`. */
  save: (values: V, base: B) => Promise<unknown>;
  /** The record as it is now; null when it is gone. */
  find: (base: R) => Promise<R | null>;
  /** Called when the record was found changed or gone. */
  onConflict?: () => void;
};

/**
 * The form of a record with a version. When somebody else has changed or deleted the record, what was
 * typed stays, and saving waits for the choice of a version.
 */
export function useVersionedEdit<
  R extends { version: number },
  B extends R | null,
  V extends Record<string, unknown>,
>({ record, valuesOf, find, ...options }: VersionedEditOptions<R, B, V>) {
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);

  /** Whether a refusal was due to a change of the record. */
  async function findConflict(error: Error): Promise<boolean> {
    if (!base || !(error instanceof ApiError) || !STALE.has(error.problem.code)) return false;
    const current = await find(base).catch(() => undefined);
    // The same version still: something else is in the way.
    if (current === undefined || current?.version === base.version) return false;
    setConflict(current ? { kind: 'changed', current } : { kind: 'deleted' });
    options.onConflict?.();
    return true;
  }

  const form = useAppForm<V>({
    ...options,
    validate: (values) => options.validate(values, base),
    send: (values) => options.save(values, base),
    onRefused: async (error) =>
      (await findConflict(error)) ? null : await options.onRefused?.(error),
  });

  function rebase(onto: R, values: V) {
    setBase(onto as B);
    setConflict(null);
    form.restart(valuesOf(onto), values);
  }

  return {
    ...form,
    form: { ...form.form, onSubmit: submitting(() => conflict ?? form.submit()) },
    base,
    conflict,
    /** Goes on from this version of the record, with these values in the form. */
    rebase,
    /** Goes on from the present version: with what it says, or with what was typed here. */
    resolveConflict(choice: VersionChoice) {
      if (conflict?.kind !== 'changed') return;
      const { current } = conflict;
      rebase(current, choice === 'current' ? valuesOf(current) : form.getValues());
    },
    /** Makes a new record of what was typed for one that is gone. */
    recreate() {
      setBase(null as B);
      setConflict(null);
    },
  };
}
