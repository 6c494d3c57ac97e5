import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { UserRow } from '../users.schema.ts';

type SuspendUserDialogProps = {
  /** The user to suspend; null while the dialog is closed. */
  user: UserRow | null;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

const userLabel = ({ fullName, email }: UserRow) =>
  fullName ? `${isolateBidi(fullName)} (${email})` : email;

/** Confirms the suspension of a user. */
export function SuspendUserDialog({ user, isBusy, onCancel, onConfirm }: SuspendUserDialogProps) {
  const last = useLastDefined(user);
  return (
    <ConfirmDialog
      variant="card"
      title="Suspend this user?"
      text={
        last &&
        `${userLabel(last)} will be signed out everywhere and can’t sign in until you reactivate the account.`
      }
      opened={user !== null}
      cancelLabel="Cancel"
      confirmLabel="Suspend"
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
