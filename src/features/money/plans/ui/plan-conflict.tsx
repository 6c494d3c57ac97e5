import { formatCents } from '#src/lib/money.ts';
import {
  ChangedMeanwhile,
  MeanwhileNotice,
  type Take,
} from '#src/ui/dialogs/changed-meanwhile.tsx';
import styles from './plan-dialog.module.css';
import { PlanState } from './plan-state.tsx';
import type { Found } from './use-plan-form.ts';

type PlanConflictProps = { found: Found; onSettle: (take: Take) => void };

/** Told when the plan was changed or deleted since it was opened; what was typed stays below. */
export function PlanConflict({ found, onSettle }: PlanConflictProps) {
  if (found?.kind === 'gone') {
    return (
      <MeanwhileNotice
        title="This plan is gone"
        text="It was deleted with its influencer, or is not yours to change any more."
      />
    );
  }
  if (!found) return null;
  const { priceMonthlyCents, platformCommissionPercent, isActive } = found.present;
  return (
    <ChangedMeanwhile what="This plan" onSettle={onSettle}>
      <p className={styles.present}>
        <strong>{formatCents(priceMonthlyCents)}</strong> per month
        <span>{platformCommissionPercent}% commission</span>
        <PlanState isActive={isActive} />
      </p>
    </ChangedMeanwhile>
  );
}
