import { Checkbox, NumberInput, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatCents, formatPercent } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import {
  defaultPayoutRulesInputSchema,
  payoutOverridesInputSchema,
  type PayoutOverrides,
  type PayoutRules,
  type PayoutRuleTerms,
} from '../payout-rules.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { payoutRulesQuery, refreshPayouts } from './payouts-queries.ts';

type Values = Record<keyof PayoutRuleTerms, number | string> & { needsApproval: boolean };
type Rules = PayoutRules['defaults'] | (PayoutOverrides & { version: number });

const NO_OVERRIDES = {
  holdDays: null,
  minimumCents: null,
  reservePercent: null,
  reserveDays: null,
  version: 0,
};

/** The rules that the next payout run follows: for everybody, or for one influencer. */
export function PayoutRulesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title="Payout Rules"
      size="34rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <RulesOf onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type CloseProps = { onClose: () => void; onCancel: () => void };

function RulesOf(props: CloseProps) {
  const { data, error, isFetching, refetch } = useQuery(payoutRulesQuery);
  const [influencerId, setInfluencerId] = useState<string | null>(null);
  if (error && !data) {
    return (
      <InlineError
        text="Failed to fetch the payout rules"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height="18rem" aria-label="Loading the payout rules" />;
  const own = data.influencers.find((rules) => rules.influencerId === influencerId);
  const names = data.influencers.map(({ influencerName }) => influencerName);
  return (
    <div className={dialog.form}>
      <InfluencerSelect
        label="Rules for"
        placeholder="All influencers"
        clearable
        description={
          names.length === 0
            ? 'No influencer has other rules.'
            : `Other rules: ${names.join(', ')}.`
        }
        value={influencerId}
        onChange={setInfluencerId}
      />
      <RulesForm
        key={influencerId}
        rules={influencerId ? (own ?? NO_OVERRIDES) : data.defaults}
        defaults={influencerId ? data.defaults : null}
        influencerId={influencerId}
        {...props}
      />
    </div>
  );
}

const cents = (value: number | string) => (value === '' ? null : Math.round(Number(value) * 100));
const number = (value: number | string) => (value === '' ? null : Number(value));

const valuesOf = (rules: Rules): Values => ({
  holdDays: rules.holdDays ?? '',
  minimumCents: rules.minimumCents === null ? '' : rules.minimumCents / 100,
  reservePercent: rules.reservePercent ?? '',
  reserveDays: rules.reserveDays ?? '',
  needsApproval: 'needsApproval' in rules && rules.needsApproval,
});

const inputOf = (values: Values, version: number) => ({
  holdDays: number(values.holdDays),
  minimumCents: cents(values.minimumCents),
  reservePercent: number(values.reservePercent),
  reserveDays: number(values.reserveDays),
  needsApproval: values.needsApproval,
  version,
});

type RulesFormProps = CloseProps & {
  rules: Rules;
  /** The rules that empty fields stand for; null for the default rules themselves. */
  defaults: PayoutRules['defaults'] | null;
  influencerId: string | null;
};

function RulesForm({ rules, defaults, influencerId, onClose, onCancel }: RulesFormProps) {
  const queryClient = useQueryClient();
  const schema = influencerId ? payoutOverridesInputSchema : defaultPayoutRulesInputSchema;
  const draft = useAppForm({
    initial: valuesOf(rules),
    validate: (values) =>
      fieldErrors<keyof Values>(schema.safeParse(inputOf(values, rules.version))),
    async send(values) {
      const input = inputOf(values, rules.version);
      await (influencerId
        ? call(
            client.api['payout-rules'][':influencerId'].$put({
              param: { influencerId },
              json: payoutOverridesInputSchema.parse(input),
            }),
          )
        : call(
            client.api['payout-rules'].$put({ json: defaultPayoutRulesInputSchema.parse(input) }),
          ));
      await refreshPayouts(queryClient);
      toast.success('Success', { description: 'Saved. The next payout run follows these rules.' });
      onClose();
    },
  });
  const { values, errors, failure, busy, change } = draft;
  const hint = (text: string | undefined) => (defaults ? `Default: ${text}` : undefined);
  const field = (name: keyof PayoutRuleTerms) => ({
    value: values[name],
    error: errors[name],
    min: 0,
    onChange: (value: number | string) => change({ [name]: value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <NumberInput
        label="Hold period in days"
        description="A payment goes into a month’s payout if it is this old when the month ends. Otherwise it goes into the next one."
        placeholder={hint(defaults ? pluralize(defaults.holdDays, 'day', 'days') : undefined)}
        allowDecimal={false}
        {...field('holdDays')}
      />
      <NumberInput
        label="Minimum payout"
        description="Smaller amounts are carried over to the next month."
        prefix="$"
        decimalScale={2}
        placeholder={hint(defaults ? formatCents(defaults.minimumCents) : undefined)}
        {...field('minimumCents')}
      />
      <NumberInput
        label="Reserve"
        description="This part of each payout is withheld for a while, in case of later refunds and disputes."
        suffix="%"
        decimalScale={2}
        placeholder={hint(defaults ? formatPercent(defaults.reservePercent) : undefined)}
        {...field('reservePercent')}
      />
      <NumberInput
        label="Release of the reserve in days"
        description="After this time it goes into the influencer’s next payout."
        allowDecimal={false}
        placeholder={hint(defaults ? pluralize(defaults.reserveDays, 'day', 'days') : undefined)}
        {...field('reserveDays')}
      />
      {!defaults && (
        <Checkbox
          label="A second person has to approve each payout"
          description="Whoever runs the payouts, and whoever sends or pays them, can’t approve them."
          checked={values.needsApproval}
          onChange={({ currentTarget }) => change({ needsApproval: currentTarget.checked })}
        />
      )}
      <FormActions submitLabel="Save Rules" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
