import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { Plan } from '../plans.schema.ts';
import { CommissionDialog } from './commission-dialog.tsx';
import { PlanActivationDialog } from './plan-activation-dialog.tsx';
import { PlanCard, PlanCardSkeleton } from './plan-card.tsx';
import { CreatePlanDialog, EditPlanDialog } from './plan-dialog.tsx';
import { planCountsQuery, plansList } from './plans-queries.ts';
import { PriceChangeDialog } from './price-change-dialog.tsx';

const route = getRouteApi('/_app/subscription-plans');

const TABS = optionsOf({ active: 'Active', inactive: 'Inactive' });

/** The plans of all influencers, with the division of each payment. */
export function PlansPage() {
  const list = useList(plansList, route);
  const { search, open, close } = list;
  const { data: counts } = useQuery(planCountsQuery(search));
  const [toggled, setToggled] = useState<Plan | null>(null);
  const create = () => open({ action: 'create' });
  usePageShortcuts({ n: create });
  const createPlan = <CreateButton label="Create Plan" onClick={create} />;
  return (
    <>
      <PageHead
        title="Subscription Plans"
        subtitle="What fans pay for each influencer, and how it’s split."
      >
        {createPlan}
      </PageHead>
      <ListTabs tabs={TABS} counts={counts} {...list.field('status')} />
      <ListView
        list={list}
        label="Subscription plans"
        itemLabels={['plan', 'plans']}
        columns={[]}
        failure="Failed to fetch subscription plans"
        searchLabel="Search influencers"
        grid={{
          card: (plan) => (
            <PlanCard
              plan={plan}
              onEdit={() => open({ plan: plan.id })}
              onEditCommission={() => open({ commission: plan.id })}
              onMoveFans={() => open({ price: plan.id })}
              onToggle={() => setToggled(plan)}
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
        noResults={<NoResults title="No subscription plans found" />}
      />
      <CreatePlanDialog
        opened={search.action === 'create'}
        onClose={() => close({ action: undefined })}
      />
      <EditPlanDialog {...list.record('plan')} />
      <CommissionDialog {...list.record('commission')} />
      <PriceChangeDialog {...list.record('price')} />
      <PlanActivationDialog plan={toggled} onClose={() => setToggled(null)} />
    </>
  );
}
