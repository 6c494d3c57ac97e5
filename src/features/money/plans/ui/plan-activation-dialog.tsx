import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { Plan } from '../plans.schema.ts';
import { activationText } from './plan-text.ts';
import { refreshPlans } from './plans-queries.ts';

type PlanActivationDialogProps = {
  /** The plan to activate or deactivate; null while the dialog is closed. */
  plan: Plan | null;
  onClose: () => void;
};

const plans = client.api.plans[':id'];

function toggle({ id, version, isActive }: Plan) {
  const request = { param: { id }, json: { version } };
  return call(isActive ? plans.deactivate.$post(request) : plans.activate.$post(request));
}

/** Explains the effect of activating or deactivating a plan, and asks for confirmation. */
export function PlanActivationDialog({ plan, onClose }: PlanActivationDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: toggle,
    onSuccess: (_, { isActive }) =>
      toast.success('Success', {
        description: `Plan ${isActive ? 'deactivated' : 'activated'} successfully!`,
      }),
    onError: ({ message }) =>
      toast.error('Error', { description: `Failed to update plan status: ${message}` }),
    onSettled: () => {
      onClose();
      void refreshPlans(queryClient);
    },
  });
  const shown = useLastDefined(plan);
  return (
    <ConfirmDialog
      variant="card"
      title={shown?.isActive ? 'Deactivate this plan?' : 'Activate this plan?'}
      text={shown && activationText(shown, isolateBidi(shown.influencer.fullName))}
      opened={plan !== null}
      cancelLabel="Cancel"
      confirmLabel={shown?.isActive ? 'Deactivate' : 'Activate'}
      isDangerous={shown?.isActive ?? false}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => plan && mutate(plan)}
    />
  );
}
