import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { nameOfInfluencer } from './influencer-columns.tsx';
import { useAccountState } from './use-account-state.ts';

type SuspendQuestionProps = {
  /** Who is asked about; null while nothing is asked. */
  influencer: { id: string; fullName: string } | null;
  onClose: () => void;
};

/** Asks before an influencer is suspended. */
export function SuspendQuestion({ influencer, onClose }: SuspendQuestionProps) {
  const { mutate, isPending } = useAccountState(onClose);
  const asked = useLastDefined(influencer);
  return (
    <ConfirmDialog
      variant="card"
      title="Suspend this influencer?"
      text={
        asked &&
        `${isolateBidi(nameOfInfluencer(asked))} is signed out everywhere at once and cannot sign in, and the public page is not shown, until you activate the account.`
      }
      opened={influencer !== null}
      cancelLabel="Cancel"
      confirmLabel="Suspend"
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => influencer && mutate({ id: influencer.id, action: 'suspend' })}
    />
  );
}
