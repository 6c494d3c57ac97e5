import { StatusMark } from '#src/features/backoffice/users/ui/user-badges.tsx';
import type { InfluencerStatus as Status } from '../influencer-records.schema.ts';
import styles from './influencer-status.module.css';

type InfluencerStatusProps = { status: Status; isActive: boolean };

/** Whether an influencer can sign in, and whether visitors see their page. */
export function InfluencerStatus({ status, isActive }: InfluencerStatusProps) {
  return (
    <span className={styles.states}>
      <StatusMark status={status} />
      {!isActive && <span className={styles.hidden}>Page hidden</span>}
    </span>
  );
}
