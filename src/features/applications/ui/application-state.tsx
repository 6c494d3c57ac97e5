import { Check, Clock, Hourglass, TriangleAlert, UserRoundCheck, X } from 'lucide-react';
import { hoursLeft } from '../applications.rules.ts';
import type { ApplicationRow } from '../review.schema.ts';
import { answerTime } from './answer-time.ts';
import styles from './application-state.module.css';
import { useNow } from './use-now.ts';

type State = Pick<ApplicationRow, 'status' | 'createdAt' | 'isConverted'>;

const TIME_ICONS = { calm: Clock, soon: Hourglass, late: TriangleAlert } as const;

/** How an application stands; of a pending one, how much is left of the promised time. */
export function ApplicationState({ application }: { application: State }) {
  const { status, isConverted, createdAt } = application;
  if (status === 'pending') return <TimeLeft createdAt={createdAt} />;
  const Icon = isConverted ? UserRoundCheck : status === 'accepted' ? Check : X;
  return (
    <span className={styles.state} data-tone={status}>
      <Icon size={14} aria-hidden="true" />
      {isConverted ? 'Converted' : STATUS_WORDS[status]}
    </span>
  );
}

function TimeLeft({ createdAt }: { createdAt: string }) {
  const { words, tone } = answerTime(hoursLeft(createdAt, useNow()));
  const Icon = TIME_ICONS[tone];
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {words}
    </span>
  );
}

export const STATUS_WORDS = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
} as const;
