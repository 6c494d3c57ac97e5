import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { call, client } from '#src/web/client.ts';
import type { Plan } from '../plans.schema.ts';
import { turnWords } from './plan-words.ts';
import { refreshPlans } from './plans-queries.ts';

type TurnPlanDialogProps = {
  /** The plan that is asked about; null while nothing is asked. */
  plan: Plan | null;
  onClose: () => void;
};

const plans = client.api.plans[':id'];

function turn({ id, version, isActive }: Plan) {
  const request = { param: { id }, json: { version } };
  return call(isActive ? plans.deactivate.$post(request) : plans.activate.$post(request));
}

/** Says what it means to activate or deactivate a plan, and asks. */
export function TurnPlanDialog({ plan, onClose }: TurnPlanDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: turn,
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
  const asked = useLastDefined(plan);
  return (
    <ConfirmDialog
      variant="card"
      title={asked?.isActive ? 'Deactivate this plan?' : 'Activate this plan?'}
      text={asked && turnWords(asked, isolateBidi(asked.influencer.fullName))}
      opened={plan !== null}
      cancelLabel="Cancel"
      confirmLabel={asked?.isActive ? 'Deactivate' : 'Activate'}
      isDangerous={asked?.isActive ?? false}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => plan && mutate(plan)}
    />
  );
}
