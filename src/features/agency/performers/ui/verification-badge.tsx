import { CalendarX, CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { VerificationState } from '../verification.schema.ts';

const APPEARANCES: Record<
  VerificationState,
  { label: string; variant: StateBadgeVariant; icon: typeof Clock }
> = {
  unverified: { label: 'Not verified', variant: 'neutral', icon: CircleDashed },
  pending: { label: 'In progress', variant: 'warning', icon: Clock },
  verified: { label: 'Verified', variant: 'success', icon: CircleCheck },
  rejected: { label: 'Rejected', variant: 'danger', icon: CircleX },
  expired: { label: 'Document expired', variant: 'danger', icon: CalendarX },
};

/** Whether the identity of a performer is verified. */
export function VerificationBadge({ state }: { state: VerificationState }) {
  const { label, ...appearance } = APPEARANCES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}
