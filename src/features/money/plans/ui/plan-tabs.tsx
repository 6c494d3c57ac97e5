import { useQuery } from '@tanstack/react-query';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { PLAN_STATUSES, type PlanQuery, type PlanStatus } from '../plans.schema.ts';
import { planCountsQuery } from './plans-queries.ts';

const LABELS = { all: 'All', active: 'Active', inactive: 'Inactive' } as const;

type PlanTabsProps = {
  /** The counts are of what it finds. */
  found: Pick<PlanQuery, 'search'>;
  status: PlanStatus | undefined;
  onStatus: (status: PlanStatus | undefined) => void;
};

/** What the plans can be narrowed to, each with how many there are. */
export function PlanTabs({ found, status, onStatus }: PlanTabsProps) {
  const { data: counts } = useQuery(planCountsQuery(found));
  return (
    <ListTabs
      tabs={(['all', ...PLAN_STATUSES] as const).map((value) => ({
        value,
        label: LABELS[value],
        count: counts?.[value],
      }))}
      value={status ?? 'all'}
      onChange={(chosen) => onStatus(chosen === 'all' ? undefined : chosen)}
    />
  );
}
