import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import type {
  EditField,
  InfluencerChange,
  InfluencerRecord,
} from '../../edit-influencer.schema.ts';
import { findInfluencerRecord } from './edit-influencer-query.ts';
import {
  changedFields,
  readChange,
  settle,
  valuesOf,
  withTyped,
  type EditErrors,
  type EditValues,
} from './edit-values.ts';

const send = (id: string, json: InfluencerChange) =>
  call(client.api.influencers[':id'].$patch({ param: { id }, json }));

const refusalOf = (error: unknown) => (error instanceof ApiError ? error.problem : null);

/** An influencer being changed, beside the version that they are changed from. */
export function useEditedInfluencer(opened: InfluencerRecord) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  const [values, setValues] = useState(() => valuesOf(opened));
  /** What they have become meanwhile, when a change was refused for that. */
  const [present, setPresent] = useState<InfluencerRecord | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [refused, setRefused] = useState<EditErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const start = useMemo(() => valuesOf(base), [base]);
  const changed = changedFields(start, values);
  const { errors } = readChange(values, changed, base.version);

  function fail(description: string) {
    toast.error('Error', { description });
    setFailure(description);
  }

  /** Says why a change was not saved; the field to look at, if one is. */
  async function explain(error: Error): Promise<EditField | null> {
    const problem = refusalOf(error);
    if (problem?.code === 'conflict' || problem?.code === 'not-found') {
      const now = await findInfluencerRecord(base.id).catch(() => undefined);
      if (now === null) setIsGone(true);
      else if (now) setPresent(now);
      if (now !== undefined) return null;
    }
    const isRefusal = problem !== null && problem.status < 500;
    fail(isRefusal ? `Failed to update influencer: ${error.message}` : 'Failed to save changes');
    const fields = (problem?.errors ?? []) as { path: EditField; message: string }[];
    setRefused(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
    return fields[0]?.path ?? null;
  }

  function take(saved: InfluencerRecord, sent: EditValues) {
    setBase(saved);
    setValues((typed) => withTyped(sent, typed, valuesOf(saved)));
    setWasTried(false);
    toast.success('Success', { description: 'Influencer updated successfully' });
    void queryClient.invalidateQueries();
  }

  /** Saves what was changed. Answers with the field that stands in the way. */
  // Not a query's mutation: those leave the page, and what was typed, when the session has ended.
  async function save(): Promise<EditField | null> {
    if (isSaving.current || present || changed.length === 0) return null;
    setWasTried(true);
    setFailure(null);
    const { change } = readChange(values, changed, base.version);
    const wrong = changed.find((field) => errors[field]);
    if (!change) {
      fail(`Failed to update influencer: ${wrong ? errors[wrong] : 'Check what was typed'}`);
      return wrong ?? null;
    }
    isSaving.current = true;
    setIsBusy(true);
    try {
      take(await send(base.id, change), values);
      return null;
    } catch (error) {
      return await explain(error as Error);
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  }

  return {
    base,
    start,
    values,
    present,
    isGone,
    isBusy,
    failure,
    changed,
    errors: { ...(wasTried && errors), ...refused } as EditErrors,
    save,
    change(patch: Partial<EditValues>) {
      setValues((before) => ({ ...before, ...patch }));
      setRefused((before) => {
        const rest = Object.entries(before).filter(([field]) => !(field in patch));
        return Object.fromEntries(rest);
      });
      setFailure(null);
    },
    discard() {
      setValues(start);
      setRefused({});
      setFailure(null);
    },
    /** Goes on from the present version, with its text in these fields. */
    settle(takePresent: ReadonlySet<EditField>) {
      if (!present) return;
      setValues((typed) => settle(start, typed, valuesOf(present), takePresent));
      setBase(present);
      setPresent(null);
    },
  };
}

export type EditedInfluencer = ReturnType<typeof useEditedInfluencer>;
