import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { MINIMUM_PRICE_CENTS, MAXIMUM_PRICE_CENTS, type Plan } from '../plans.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { AmountField } from './amount-field.tsx';
import { PlanConflict } from './plan-conflict.tsx';
import styles from './plan-dialog.module.css';
import { PlanSplit } from './plan-split.tsx';
import { COMMISSION_MEANING, newPriceText } from './plan-text.ts';
import { readPlanValues, type PlanErrors, type PlanValues } from './plan-values.ts';
import { usePlanForm } from './use-plan-form.ts';

type PlanFormProps = {
  /** The plan to edit; null for a new one. */
  plan: Plan | null;
  /** The influencer of a new plan that is chosen at first. */
  influencerId?: string | null;
  onDone: () => void;
  onCancel: () => void;
};

/** The form of a new or existing plan. Confirms before it discards input. */
export function PlanForm({ plan, influencerId = null, onDone, onCancel }: PlanFormProps) {
  const edit = usePlanForm({ plan, influencerId, onDone });
  const { base, values, errors, change } = edit;
  const { ref } = edit.form;
  // The dialog took the focus before the field existed.
  useEffect(() => {
    if (plan) ref.current?.querySelector('input')?.focus();
  }, [plan, ref]);
  return (
    <form {...edit.form} className={dialog.form}>
      <PlanConflict edit={edit} />
      {base ? (
        <PlanOwner plan={base} />
      ) : (
        <InfluencerSelect
          label="Influencer"
          data-autofocus
          withAsterisk
          value={values.influencerId}
          error={errors.influencerId}
          onChange={(influencerId) => change({ influencerId })}
        />
      )}
      <Amounts values={values} errors={errors} base={base} onChange={change} />
      <Preview values={values} />
      <Switch
        label="Active"
        description="Fans can subscribe while the plan is active. An influencer has one active plan at a time."
        checked={values.isActive}
        onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
      />
      <FormActions
        submitLabel={base ? 'Save Changes' : 'Create Plan'}
        failure={edit.failure}
        isBusy={edit.busy}
        isDisabled={edit.conflict !== null}
        onCancel={onCancel}
      />
    </form>
  );
}

const PlanOwner = ({ plan: { influencer } }: { plan: Plan }) => (
  <p className={styles.whose}>
    <PublicImage
      image={influencer.image}
      name={influencer.fullName}
      alt=""
      sizes="2.4rem"
      aspect={1}
      className={styles.picture}
    />
    <bdi>{influencer.fullName}</bdi>
  </p>
);

type AmountsProps = {
  values: PlanValues;
  errors: PlanErrors;
  base: Plan | null;
  onChange: (patch: Partial<PlanValues>) => void;
};

const Amounts = ({ values, errors, base, onChange }: AmountsProps) => (
  <div className={styles.pair}>
    <AmountField
      label="Price per month"
      unit="$"
      minimum={MINIMUM_PRICE_CENTS}
      maximum={MAXIMUM_PRICE_CENTS}
      description={base ? newPriceText(base) : 'What a fan pays each month.'}
      value={values.priceMonthlyCents}
      error={errors.priceMonthlyCents}
      onChange={(priceMonthlyCents) => onChange({ priceMonthlyCents })}
    />
    {!base && (
      <AmountField
        label="Commission"
        unit="%"
        minimum={0}
        maximum={10_000}
        description={COMMISSION_MEANING}
        value={values.platformCommissionPercent}
        error={errors.platformCommissionPercent}
        onChange={(platformCommissionPercent) => onChange({ platformCommissionPercent })}
      />
    )}
  </div>
);

function Preview({ values }: { values: PlanValues }) {
  const { sale } = readPlanValues(values);
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>How {sale ? `a payment of ${formatCents(sale.priceCents)}` : 'a payment'} is split</h3>
      {sale ? <PlanSplit {...sale} /> : <p>Enter a price and a commission to see the split.</p>}
    </section>
  );
}
