import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { UserRow } from '../users.schema.ts';

type UserQuestionProps = {
  /** Who is to be suspended; null while the dialog is closed. */
  user: UserRow | null;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

const whoIs = ({ fullName, email }: UserRow) =>
  fullName ? `${isolateBidi(fullName)} (${email})` : email;

/** Asks before a user is suspended. */
export function UserQuestion({ user, isBusy, onCancel, onConfirm }: UserQuestionProps) {
  const last = useLastDefined(user);
  return (
    <ConfirmDialog
      variant="card"
      title="Suspend this user?"
      text={
        last &&
        `${whoIs(last)} is signed out everywhere at once, and cannot sign in until you activate the account.`
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
