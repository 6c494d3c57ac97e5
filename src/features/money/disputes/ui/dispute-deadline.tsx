import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import { URGENT_HOURS } from '../disputes.rules.ts';
import type { Dispute } from '../disputes.schema.ts';
import styles from './disputes.module.css';

const HOUR_MS = 60 * 60_000;

/** Until when evidence counts, and how much time is left while a response is needed. */
export function DisputeDeadline({ status, challengeBy }: Pick<Dispute, 'status' | 'challengeBy'>) {
  const now = useNow();
  if (!challengeBy) return NONE;
  const hours = Math.floor((new Date(challengeBy).getTime() - now) / HOUR_MS);
  return (
    <span className={styles.deadline}>
      <time dateTime={challengeBy}>{formatTime(challengeBy)}</time>
      {status === 'opened' && (
        <small data-urgent={hours < URGENT_HOURS || undefined}>{leftText(hours)}</small>
      )}
    </span>
  );
}

function leftText(hours: number): string {
  if (hours < 0) return 'Over';
  if (hours < 1) return 'Less than an hour left';
  if (hours < URGENT_HOURS) return `${hours} ${hours === 1 ? 'hour' : 'hours'} left`;
  return `${Math.floor(hours / 24)} days left`;
}
