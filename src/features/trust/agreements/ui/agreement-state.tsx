import { CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { CreatorAgreementState, SignedAgreementRow } from '../agreements.schema.ts';

type SignatureStateProps = Pick<SignedAgreementRow, 'kind' | 'countersignedAt' | 'terminatedOn'>;

/** Whether the agency still has to sign, or has terminated the agreement. */
export function SignatureState({ kind, countersignedAt, terminatedOn }: SignatureStateProps) {
  const today = formatUtcDay(new Date(useNow()));
  if (terminatedOn) {
    const hasEnded = terminatedOn <= today;
    return (
      <StateBadge variant={hasEnded ? 'danger' : 'warning'} icon={CircleX}>
        {hasEnded ? 'Terminated' : `Terminated as of ${formatUtcDate(terminatedOn)}`}
      </StateBadge>
    );
  }
  return kind === 'creator-agreement' && !countersignedAt ? (
    <StateBadge variant="warning" icon={Clock}>
      To countersign
    </StateBadge>
  ) : (
    <StateBadge variant="success" icon={CircleCheck}>
      Signed
    </StateBadge>
  );
}

export const MISSING_STATE_LABELS: Record<Exclude<CreatorAgreementState, 'in-force'>, string> = {
  'not-signed': 'Not signed',
  'not-countersigned': 'To countersign',
  outdated: 'Signed an old version',
  terminated: 'Terminated',
};

const ICONS = {
  'not-signed': CircleDashed,
  'not-countersigned': Clock,
  outdated: CircleX,
  terminated: CircleX,
} as const;

/** Why an influencer has no agreement in force. */
export function MissingState({ state }: { state: keyof typeof ICONS }) {
  return (
    <StateBadge
      variant={state === 'outdated' || state === 'terminated' ? 'danger' : 'warning'}
      icon={ICONS[state]}
    >
      {MISSING_STATE_LABELS[state]}
    </StateBadge>
  );
}

export const OBSTACLE_TEXTS = {
  'not-registered': 'Add them to Performers first',
  'no-plan': 'Create their subscription plan first',
} as const;
