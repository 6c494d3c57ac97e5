import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import type { Take } from '#src/ui/dialogs/changed-meanwhile.tsx';
import { useDraftForm } from '#src/ui/forms/use-draft-form.ts';
import { call, client } from '#src/web/client.ts';
import type { Plan } from '../plans.schema.ts';
import { newPlanValues, readPlanValues, valuesOfPlan, type PlanValues } from './plan-values.ts';
import { findPlan, refreshPlans } from './plans-queries.ts';

/** What the form was sent to when something else was found there. */
export type Found = { kind: 'changed'; present: Plan } | { kind: 'gone' } | null;

type PlanFormInput = {
  /** The plan that is edited; null for a new one. */
  plan: Plan | null;
  onDone: () => void;
};

/** A plan being made or changed, beside the version that it is changed from. */
export function usePlanForm({ plan, onDone }: PlanFormInput) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(plan);
  const [opened] = useState(() => (plan ? valuesOfPlan(plan) : newPlanValues()));
  const [found, setFound] = useState<Found>(null);

  /** Looks for what stands in the way of a change; an active plan beside it is no such thing. */
  async function isStale(error: Error): Promise<boolean> {
    if (!base || !(error instanceof ApiError)) return false;
    if (error.problem.code !== 'conflict' && error.problem.code !== 'not-found') return false;
    const present = await findPlan(base.id).catch(() => undefined);
    if (present === null) setFound({ kind: 'gone' });
    else if (present && present.version !== base.version) setFound({ kind: 'changed', present });
    else return false;
    void refreshPlans(queryClient);
    return true;
  }

  const draft = useDraftForm<PlanValues>({
    initial: opened,
    check: (values) => readPlanValues(values).errors,
    async send(values) {
      await save(base, readPlanValues(values).plan!);
      toast.success('Success', {
        description: base ? 'Plan updated successfully!' : 'Plan created successfully!',
      });
      void refreshPlans(queryClient);
      onDone();
    },
    async onRefused(error) {
      if (await isStale(error)) return true;
      toast.error('Error', { description: 'Failed to save subscription plan' });
      return false;
    },
  });

  return {
    draft,
    base,
    found,
    isUnsaved: draft.isUnsaved,
    /** Goes on from the present version: with what it says, or with what was typed here. */
    settle(take: Take) {
      if (found?.kind !== 'changed') return;
      setBase(found.present);
      if (take === 'present') draft.replace(valuesOfPlan(found.present));
      setFound(null);
    },
  };
}

type Input = NonNullable<ReturnType<typeof readPlanValues>['plan']>;

function save(base: Plan | null, { influencerId, ...sale }: Input) {
  if (!base) return call(client.api.plans.$post({ json: { influencerId, ...sale } }));
  const json = { ...sale, version: base.version };
  return call(client.api.plans[':id'].$put({ param: { id: base.id }, json }));
}
