import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { PlanForm } from './plan-form.tsx';
import { planQuery } from './plans-queries.ts';

type CreatePlanDialogProps = {
  opened: boolean;
  /** The influencer that is chosen at first. */
  influencerId?: string;
  onClose: () => void;
};

export function CreatePlanDialog({ opened, influencerId, onClose }: CreatePlanDialogProps) {
  return (
    <FormDialog
      title="Create Plan"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => (
        <PlanForm
          plan={null}
          influencerId={influencerId ?? null}
          onDone={onClose}
          onCancel={onCancel}
        />
      )}
    </FormDialog>
  );
}

type EditPlanDialogProps = { id: string | undefined; onClose: () => void };

export function EditPlanDialog({ id, onClose }: EditPlanDialogProps) {
  const last = useLastDefined(id);
  return (
    <FormDialog
      title="Edit Plan"
      opened={id !== undefined}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) =>
        last && <OpenedPlan key={last} id={last} onDone={onClose} onCancel={onCancel} />
      }
    </FormDialog>
  );
}

type OpenedPlanProps = { id: string; onDone: () => void; onCancel: () => void };

function OpenedPlan({ id, ...form }: OpenedPlanProps) {
  const { data: plan, isError, refetch } = useQuery(planQuery(id));
  if (plan) return <PlanForm key={id} plan={plan} {...form} />;
  if (plan === null) {
    return (
      <div className={dialog.form} role="alert">
        <p className={dialog.failure}>Plan not found</p>
        <div className={dialog.actions}>
          <Button variant="default" radius="xl" data-autofocus onClick={form.onCancel}>
            Close
          </Button>
        </div>
      </div>
    );
  }
  return isError ? (
    <InlineError text="Failed to fetch the plan" onRetry={() => void refetch()} />
  ) : (
    <div className={dialog.form} aria-busy="true" aria-label="Loading...">
      <Skeleton height={56} />
      <Skeleton height={120} />
      <Skeleton height={110} />
      <Skeleton height={36} width="40%" ml="auto" />
    </div>
  );
}
