import type { BackOfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { BackOfficeSubscription } from '../back-office-subscriptions.schema.ts';
import { confirmationText } from './subscriber-text.ts';
import { useSubscriberAction } from './use-subscriber-action.ts';

type SubscriberActionDialogProps = {
  subscription: BackOfficeSubscription;
  /** The action to confirm; null while the dialog is closed. */
  action: BackOfficeAction | null;
  onClose: () => void;
};

/** Explains the effect of a change by hand, and asks for confirmation. */
export function SubscriberActionDialog({
  subscription,
  action,
  onClose,
}: SubscriberActionDialogProps) {
  const { mutate, isPending } = useSubscriberAction(onClose);
  const shown = useLastDefined(action);
  const now = new Date(useNow());
  const text = shown && confirmationText(subscription, shown, now);
  return (
    <ConfirmDialog
      variant="card"
      title={text?.title ?? ''}
      text={text?.text ?? null}
      opened={action !== null}
      cancelLabel={text?.cancelLabel ?? ''}
      confirmLabel={text?.confirmLabel ?? ''}
      isDangerous={shown !== 'reactivate'}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => action && !isPending && mutate({ action, id: subscription.id })}
    />
  );
}
