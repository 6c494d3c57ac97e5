import { InvitationState } from '#src/features/backoffice/users/ui/invitations/invitation-state.tsx';
import { StatusMark } from '#src/features/backoffice/users/ui/user-badges.tsx';
import type { InfluencerRow } from '../influencer-records.schema.ts';
import styles from './influencer-status.module.css';

type InfluencerStatusProps = Pick<InfluencerRow, 'status' | 'isActive' | 'isDraft' | 'invitedAt'>;

/** Whether an influencer can sign in, and whether visitors see their page. */
export function InfluencerStatus({ status, isActive, isDraft, invitedAt }: InfluencerStatusProps) {
  return (
    <span className={styles.states}>
      <StatusMark status={status} />
      {isDraft && <span className={styles.draft}>Draft</span>}
      {!isDraft && !isActive && <span className={styles.hidden}>Page hidden</span>}
      <InvitationState invitedAt={invitedAt} />
    </span>
  );
}
