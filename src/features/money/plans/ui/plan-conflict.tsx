import { formatCents } from '#src/lib/locale/numbers.ts';
import { ConflictNotice, EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import styles from './plan-dialog.module.css';
import { PlanState } from './plan-state.tsx';
import type { usePlanForm } from './use-plan-form.ts';

type PlanConflictProps = {
  edit: Pick<ReturnType<typeof usePlanForm>, 'conflict' | 'resolveConflict'>;
};

/** Shown if the plan was changed or deleted in the meantime; the input below remains. */
export function PlanConflict({ edit }: PlanConflictProps) {
  return (
    <EditConflict
      conflict={edit.conflict}
      itemLabel="This plan"
      onResolve={edit.resolveConflict}
      deletedContent={
        <ConflictNotice
          title="This plan no longer exists"
          text="It was deleted with its influencer, or you no longer have access to it."
        />
      }
    >
      {({ priceMonthlyCents, isActive }) => (
        <p className={styles.present}>
          <strong>{formatCents(priceMonthlyCents)}</strong> per month
          <PlanState isActive={isActive} />
        </p>
      )}
    </EditConflict>
  );
}
