import { CircleCheck, CircleSlash } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';

/** Whether fans can subscribe by a plan. */
export const PlanState = ({ isActive }: { isActive: boolean }) => (
  <StateBadge
    variant={isActive ? 'success' : 'neutral'}
    icon={isActive ? CircleCheck : CircleSlash}
  >
    {isActive ? 'Active' : 'Inactive'}
  </StateBadge>
);
