import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CommissionForm } from './commission-form.tsx';
import styles from './commission-history.module.css';
import { CommissionHistory } from './commission-history.tsx';
import { COMMISSION_MEANING } from './plan-text.ts';
import { commissionQuery } from './plans-queries.ts';

type CommissionDialogProps = { id: string | undefined; onClose: () => void };

/** The commissions of a plan, with the form for a new one. @param id the plan; closed without */
export function CommissionDialog({ id, onClose }: CommissionDialogProps) {
  const last = useLastDefined(id);
  return (
    <FormDialog
      title="Commission"
      size="32rem"
      opened={id !== undefined}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) =>
        last && <Commission key={last} planId={last} onDone={onClose} onCancel={onCancel} />
      }
    </FormDialog>
  );
}

type CommissionProps = { planId: string; onDone: () => void; onCancel: () => void };

function Commission({ planId, onDone, onCancel }: CommissionProps) {
  const { data, isError, refetch } = useQuery(commissionQuery(planId));
  if (data === null || (isError && !data)) {
    return (
      <InlineError
        text={data === null ? 'Plan not found' : 'Failed to fetch the commissions'}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height="18rem" aria-label="Loading the commissions" />;
  return (
    <div className={dialog.form}>
      <p className={styles.meaning}>{COMMISSION_MEANING} Recorded payments keep theirs.</p>
      <CommissionHistory planId={planId} rates={data.rates} />
      <CommissionForm planId={planId} onDone={onDone} onCancel={onCancel} />
    </div>
  );
}
