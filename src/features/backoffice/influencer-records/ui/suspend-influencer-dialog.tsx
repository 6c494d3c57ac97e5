import { isolate } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#src/ui/elements/use-last.ts';
import { nameOfInfluencer } from './influencer-columns.tsx';
import { useAccountState } from './use-account-state.ts';

type SuspendInfluencerDialogProps = {
  /** The influencer to suspend; null while the dialog is closed. */
  influencer: { id: string; fullName: string } | null;
  onClose: () => void;
};

/** Confirms the suspension of an influencer. */
export function SuspendInfluencerDialog({ influencer, onClose }: SuspendInfluencerDialogProps) {
  const { mutate, isPending } = useAccountState(onClose);
  const shown = useLast(influencer);
  return (
    <ConfirmDialog
      look="card"
      title="Suspend this influencer?"
      text={
        shown &&
        `${isolate(nameOfInfluencer(shown))} is signed out everywhere at once and cannot sign in, and the public page is not shown, until you activate the account.`
      }
      opened={influencer !== null}
      stay="Cancel"
      go="Suspend"
      isBusy={isPending}
      onStay={onClose}
      onGo={() => influencer && mutate({ id: influencer.id, action: 'suspend' })}
    />
  );
}
