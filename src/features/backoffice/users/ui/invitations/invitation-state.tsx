import { MailQuestionMark } from 'lucide-react';
import { INVITATION_DAYS } from '#src/features/identity/accounts/accounts.schema.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import styles from '../user-badges.module.css';

const LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60_000;

/** Whether a user is invited and has not chosen a password yet. */
export function InvitationState({ invitedAt }: { invitedAt: string | null }) {
  const now = useNow();
  if (invitedAt === null) return null;
  const isExpired = Date.parse(invitedAt) + LIFETIME_MS < now;
  return (
    <span className={styles.invited}>
      <MailQuestionMark size={14} aria-hidden="true" />
      {isExpired ? 'Invitation expired' : 'Invited'}
    </span>
  );
}
