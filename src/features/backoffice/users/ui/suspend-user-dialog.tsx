import { isolate } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#src/ui/elements/use-last.ts';
import type { UserRow } from '../users.schema.ts';

type SuspendUserDialogProps = {
  /** The user to suspend; null while the dialog is closed. */
  user: UserRow | null;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

const userLabel = ({ fullName, email }: UserRow) =>
  fullName ? `${isolate(fullName)} (${email})` : email;

/** Confirms the suspension of a user. */
export function SuspendUserDialog({ user, isBusy, onCancel, onConfirm }: SuspendUserDialogProps) {
  const last = useLast(user);
  return (
    <ConfirmDialog
      look="card"
      title="Suspend this user?"
      text={
        last &&
        `${userLabel(last)} is signed out everywhere at once, and cannot sign in until you activate the account.`
      }
      opened={user !== null}
      stay="Cancel"
      go="Suspend"
      isBusy={isBusy}
      onStay={onCancel}
      onGo={onConfirm}
    />
  );
}
