import { useContext } from 'react';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { BeforeDownload } from '#src/ui/elements/download-button.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';

type Person = { id: string; fullName: string; email: string };

type ExportUserDialogProps = {
  /** The user; null while the dialog is closed. */
  user: Person | null;
  onClose: () => void;
};

/** Downloads everything that is stored about a user. */
export function ExportUserDialog({ user, onClose }: ExportUserDialogProps) {
  const last = useLastDefined(user);
  const beforeDownload = useContext(BeforeDownload);
  async function download() {
    onClose();
    if (user && (await beforeDownload())) window.location.assign(`/api/users/${user.id}/export`);
  }
  return (
    <ConfirmDialog
      variant="card"
      title="Download this user’s data?"
      text={
        last &&
        `You’ll get a ZIP archive with everything that is stored about ${isolateBidi(last.fullName || last.email)}.${ifMailed('They will be notified by email.')} The audit trail records it. Hand it only to them.`
      }
      opened={user !== null}
      cancelLabel="Cancel"
      confirmLabel="Download"
      isDangerous={false}
      onCancel={onClose}
      onConfirm={() => void download()}
    />
  );
}
