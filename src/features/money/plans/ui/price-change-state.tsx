import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleSlash,
  Clock,
  LogOut,
  RefreshCw,
} from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { NoticeState as Notice, PriceChangeState as Change } from '../price-changes.schema.ts';

type Appearance = { label: string; variant: StateBadgeVariant; icon: typeof Clock };

const CHANGES: Record<Change, Appearance> = {
  scheduled: { label: 'Announced', variant: 'info', icon: CalendarClock },
  running: { label: 'Running', variant: 'success', icon: RefreshCw },
  finished: { label: 'Finished', variant: 'neutral', icon: CircleCheck },
  called_off: { label: 'Called off', variant: 'neutral', icon: CircleSlash },
};

/** The labels of what came of a notice. */
export const NOTICE_LABELS: Record<Notice, string> = {
  waiting: 'No answer',
  accepted: 'Accepted',
  declined: 'Declined',
  left: 'Left',
  applied: 'New price',
  retained: 'Earlier price',
};

const NOTICES: Record<Notice, Omit<Appearance, 'label'>> = {
  waiting: { variant: 'info', icon: Clock },
  accepted: { variant: 'success', icon: CircleCheck },
  declined: { variant: 'danger', icon: Ban },
  left: { variant: 'neutral', icon: LogOut },
  applied: { variant: 'success', icon: RefreshCw },
  retained: { variant: 'neutral', icon: CircleSlash },
};

/** The state of a price change. */
export function PriceChangeState({ state }: { state: Change }) {
  const { label, ...appearance } = CHANGES[state];
  return <StateBadge {...appearance}>{label}</StateBadge>;
}

/** What came of a fan's notice. */
export function NoticeState({ state }: { state: Notice }) {
  return <StateBadge {...NOTICES[state]}>{NOTICE_LABELS[state]}</StateBadge>;
}
