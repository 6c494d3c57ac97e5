import type { OfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { OfficeSubscription } from '../office-subscriptions.schema.ts';
import { questionWords } from './subscriber-words.ts';
import { useSubscriberAction } from './use-subscriber-action.ts';

type SubscriberQuestionProps = {
  subscription: OfficeSubscription;
  /** What is asked about; null while nothing is. */
  action: OfficeAction | null;
  onClose: () => void;
};

/** Says what will happen, and asks, before a subscription is changed by hand. */
export function SubscriberQuestion({ subscription, action, onClose }: SubscriberQuestionProps) {
  const { mutate, isPending } = useSubscriberAction(onClose);
  const asked = useLastDefined(action);
  const now = new Date(useNow());
  const words = asked && questionWords(subscription, asked, now);
  return (
    <ConfirmDialog
      variant="card"
      title={words?.title ?? ''}
      text={words?.text ?? null}
      opened={action !== null}
      cancelLabel={words?.cancelLabel ?? ''}
      confirmLabel={words?.confirmLabel ?? ''}
      isDangerous={asked !== 'reactivate'}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => action && !isPending && mutate({ action, id: subscription.id })}
    />
  );
}
