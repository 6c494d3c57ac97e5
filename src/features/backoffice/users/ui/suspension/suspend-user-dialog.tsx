import type { SuspensionReason } from '#src/features/identity/accounts/accounts.schema.ts';
import type { Role } from '#src/lib/roles.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import type { UserRow } from '../../users.schema.ts';
import { SuspensionDialog } from './suspension-dialog.tsx';

type SuspendUserDialogProps = {
  /** The user to suspend; null while the dialog is closed. */
  user: UserRow | null;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (reason: SuspensionReason) => void;
};

const userLabel = ({ fullName, email }: UserRow) =>
  fullName ? `${isolateBidi(fullName)} (${email})` : email;

const ENDED = 'stop renewing, and activating doesn’t renew them.';

const LOST_SUBSCRIPTIONS: Record<Role, string> = {
  subscriber: ` Their subscriptions ${ENDED}${ifMailed('They’re notified by email.')}`,
  influencer: ` All subscriptions of fans ${ENDED}${ifMailed('The fans are notified by email.')}`,
  staff: '',
  admin: '',
};

/** Confirms the suspension of a user. */
export function SuspendUserDialog({ user, isBusy, onCancel, onConfirm }: SuspendUserDialogProps) {
  const last = useLastDefined(user);
  return (
    <SuspensionDialog
      concernsFans={last?.role === 'influencer'}
      title="Suspend this user?"
      text={
        last &&
        `${userLabel(last)} will be signed out everywhere and can’t sign in until you activate the account again.${last.role ? LOST_SUBSCRIPTIONS[last.role] : ''}`
      }
      opened={user !== null}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
