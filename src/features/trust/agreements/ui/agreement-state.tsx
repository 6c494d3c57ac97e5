import { CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { CreatorAgreementState, SignedAgreementRow } from '../agreements.schema.ts';

type SignatureStateProps = Pick<SignedAgreementRow, 'kind' | 'countersignedAt'>;

/** Whether the agency still has to sign. */
export function SignatureState({ kind, countersignedAt }: SignatureStateProps) {
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
};

const ICONS = {
  'not-signed': CircleDashed,
  'not-countersigned': Clock,
  outdated: CircleX,
} as const;

/** Why an influencer has no agreement in force. */
export function MissingState({ state }: { state: keyof typeof ICONS }) {
  return (
    <StateBadge variant={state === 'outdated' ? 'danger' : 'warning'} icon={ICONS[state]}>
      {MISSING_STATE_LABELS[state]}
    </StateBadge>
  );
}

export const OBSTACLE_TEXTS = {
  'not-registered': 'Add them to Performers first',
  'no-plan': 'Create their subscription plan first',
} as const;
