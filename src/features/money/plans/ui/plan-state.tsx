import { CircleCheck, CircleSlash } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';

/** Whether a plan is active. */
export function PlanState({ isActive }: { isActive: boolean }) {
  return (
    <StateBadge
      variant={isActive ? 'success' : 'neutral'}
      icon={isActive ? CircleCheck : CircleSlash}
    >
      {isActive ? 'Active' : 'Inactive'}
    </StateBadge>
  );
}
