import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import type { Plan } from '../plans.schema.ts';
import { newPlanValues, readPlanValues, valuesOfPlan } from './plan-values.ts';
import { findPlan, refreshPlans } from './plans-queries.ts';

type PlanFormInput = {
  /** The plan to edit; null for a new one. */
  plan: Plan | null;
  /** The influencer of a new plan that is chosen at first. */
  influencerId: string | null;
  onDone: () => void;
};

/** The state of the plan form, with the version that it changes. */
export function usePlanForm({ plan, influencerId, onDone }: PlanFormInput) {
  const queryClient = useQueryClient();
  const [initial] = useState(() => (plan ? valuesOfPlan(plan) : newPlanValues(influencerId)));
  return useVersionedEdit({
    record: plan,
    initial,
    valuesOf: valuesOfPlan,
    validate: (values) => readPlanValues(values).errors,
    async save(values, base) {
      await savePlan(base, readPlanValues(values).plan!);
      toast.success('Success', {
        description: base ? 'Plan updated successfully!' : 'Plan created successfully!',
      });
      void refreshPlans(queryClient);
      onDone();
    },
    find: ({ id }) => findPlan(id),
    onConflict: () => void refreshPlans(queryClient),
    onError: ({ message }) => `Failed to save subscription plan: ${message}`,
  });
}

type Input = NonNullable<ReturnType<typeof readPlanValues>['plan']>;

function savePlan(base: Plan | null, plan: Input) {
  if (!base) return call(client.api.plans.$post({ json: plan }));
  const { priceMonthlyCents, isActive } = plan;
  const json = { priceMonthlyCents, isActive, version: base.version };
  return call(client.api.plans[':id'].$put({ param: { id: base.id }, json }));
}
