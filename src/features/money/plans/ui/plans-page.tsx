import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, SearchX, Tags } from 'lucide-react';
import { useState } from 'react';
import { usePageKeys } from '#src/ui/elements/plain-key.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { Plan } from '../plans.schema.ts';
import { PlanCard, PlanCardSkeleton } from './plan-card.tsx';
import { CreatePlanDialog, EditPlanDialog } from './plan-dialog.tsx';
import { PlanTabs } from './plan-tabs.tsx';
import { filterOf, planListQuery } from './plans-queries.ts';
import { TurnPlanDialog } from './turn-plan-dialog.tsx';

const route = getRouteApi('/_app/subscription-plans');

/** What fans pay for each influencer, and who gets what of it. */
export function PlansPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const [turned, setTurned] = useState<Plan | null>(null);
  const filter = filterOf(search);
  const list = useQuery(planListQuery(filter));
  const create = () => open({ action: 'create' });
  usePageKeys({ n: create });
  const createPlan = (
    <Button
      radius="xl"
      leftSection={<Plus size={18} aria-hidden="true" />}
      title="Create Plan (N)"
      aria-keyshortcuts="n"
      onClick={create}
    >
      Create Plan
    </Button>
  );
  return (
    <>
      <PageHead
        title="Subscription Plans"
        lead="What fans pay for each influencer, and who gets what of it."
      >
        {createPlan}
      </PageHead>
      <PlanTabs
        found={filter}
        status={filter.status}
        onStatus={(status) => changeFilter({ status })}
      />
      <ListView
        name="plans"
        label="Subscription plans"
        things={['plan', 'plans']}
        columns={[]}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch subscription plans"
        searchLabel="Search influencers"
        isFiltered={Boolean(filter.search ?? filter.status)}
        onClear={() => changeFilter({ search: undefined, status: undefined })}
        grid={{
          card: (plan) => (
            <PlanCard
              plan={plan}
              onEdit={() => open({ plan: plan.id })}
              onTurn={() => setTurned(plan)}
            />
          ),
          skeleton: <PlanCardSkeleton />,
        }}
        empty={
          <Notice
            icon={Tags}
            title="No subscription plans found"
            text="Fans can subscribe to an influencer who has an active plan. Create the first one here."
          >
            {createPlan}
          </Notice>
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No subscription plans found"
            text="Try other words, or clear the filters."
          />
        }
      />
      <CreatePlanDialog
        opened={search.action === 'create'}
        onClose={() => close({ action: undefined })}
      />
      <EditPlanDialog id={search.plan} onClose={() => close({ plan: undefined })} />
      <TurnPlanDialog plan={turned} onClose={() => setTurned(null)} />
    </>
  );
}
