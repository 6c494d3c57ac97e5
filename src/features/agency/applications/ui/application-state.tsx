import { Check, Clock, Hourglass, TriangleAlert, UserRoundCheck, X } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { hoursLeft } from '../applications.rules.ts';
import type { ApplicationRow } from '../review.schema.ts';
import { answerTime } from './answer-time.ts';

type State = Pick<ApplicationRow, 'status' | 'createdAt' | 'isConverted'>;

const TIME_LEFT_BADGES = {
  calm: { variant: 'neutral', icon: Clock },
  soon: { variant: 'warning', icon: Hourglass },
  late: { variant: 'danger', icon: TriangleAlert },
} as const;

/** The state of an application; the time left to answer for a pending one. */
export function ApplicationState({ application }: { application: State }) {
  const { status, isConverted, createdAt } = application;
  if (status === 'pending') return <TimeLeft createdAt={createdAt} />;
  const icon = isConverted ? UserRoundCheck : status === 'accepted' ? Check : X;
  return (
    <StateBadge variant={status === 'accepted' ? 'success' : 'neutral'} icon={icon}>
      {isConverted ? 'Converted' : STATUS_LABELS[status]}
    </StateBadge>
  );
}

function TimeLeft({ createdAt }: { createdAt: string }) {
  const { text, urgency } = answerTime(hoursLeft(createdAt, useNow()));
  return <StateBadge {...TIME_LEFT_BADGES[urgency]}>{text}</StateBadge>;
}

export const STATUS_LABELS = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
} as const;
