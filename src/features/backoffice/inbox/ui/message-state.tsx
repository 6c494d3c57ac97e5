import { Archive, Check, Clock, Hourglass, TriangleAlert } from 'lucide-react';
import { answerTime } from '#src/features/agency/applications/ui/answer-time.ts';
import { messageState } from '#src/features/work/contact/conversation.rules.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { InboxRow } from '../inbox.schema.ts';

type State = Pick<InboxRow, 'answeredAt' | 'archivedAt' | 'dueAt'>;

const TIME_LEFT_BADGES = {
  calm: { variant: 'neutral', icon: Clock },
  soon: { variant: 'warning', icon: Hourglass },
  late: { variant: 'danger', icon: TriangleAlert },
} as const;

export const STATE_LABELS = { open: 'Open', answered: 'Answered', archived: 'Archived' } as const;

const HOUR_MS = 60 * 60_000;

/** The state of a message; the time left to answer for an open one. */
export function MessageState({ message }: { message: State }) {
  const state = messageState(message);
  if (state === 'open') return <TimeLeft dueAt={message.dueAt} />;
  const isAnswered = state === 'answered';
  return (
    <StateBadge variant={isAnswered ? 'success' : 'neutral'} icon={isAnswered ? Check : Archive}>
      {STATE_LABELS[state]}
    </StateBadge>
  );
}

function TimeLeft({ dueAt }: Pick<State, 'dueAt'>) {
  const { text, urgency } = answerTime((Date.parse(dueAt) - useNow()) / HOUR_MS);
  return <StateBadge {...TIME_LEFT_BADGES[urgency]}>{text}</StateBadge>;
}
