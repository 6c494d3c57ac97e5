import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { Review } from '../review.schema.ts';

type Verdict = Review['status'];

const TEXTS = {
  accepted: { title: 'Accept Application', confirm: 'Accept' },
  rejected: { title: 'Reject Application', confirm: 'Reject' },
} as const;

type ConfirmReviewDialogProps = {
  name: string;
  /** The verdict to confirm; null while the dialog is closed. */
  verdict: Verdict | null;
  onCancel: () => void;
  onConfirm: (verdict: Verdict) => void;
};

/** Confirms a review that a shortcut started; Enter confirms. */
export function ConfirmReviewDialog({
  name,
  verdict,
  onCancel,
  onConfirm,
}: ConfirmReviewDialogProps) {
  const { title, confirm } = TEXTS[useLastDefined(verdict) ?? 'accepted'];
  return (
    <ConfirmDialog
      variant="bar"
      title={title}
      text={`${confirm} the application of ${isolateBidi(name)}?`}
      opened={verdict !== null}
      isDangerous={false}
      isConfirmDefault
      cancelLabel="Cancel"
      confirmLabel={confirm}
      onCancel={onCancel}
      onConfirm={() => verdict && onConfirm(verdict)}
    />
  );
}
