import { SuspensionDialog } from '#src/features/backoffice/users/ui/suspension/suspension-dialog.tsx';
import { isolateBidi } from '#src/lib/text.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
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
  const shown = useLastDefined(influencer);
  return (
    <SuspensionDialog
      concernsFans
      title="Suspend this influencer?"
      text={
        shown &&
        `${isolateBidi(nameOfInfluencer(shown))} will be signed out everywhere and can’t sign in, and the public page will be hidden, until you activate the account again. All subscriptions of fans stop renewing, and activating doesn’t renew them.${ifMailed('The fans are notified by email.')}`
      }
      opened={influencer !== null}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={(reason) => influencer && mutate({ id: influencer.id, action: 'suspend', reason })}
    />
  );
}
