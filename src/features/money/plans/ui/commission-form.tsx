import { DateInput } from '@mantine/dates';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { CALENDAR } from '#src/ui/forms/calendar.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { COMMISSION_REASON_MAXIMUM_LENGTH, newCommissionRateSchema } from '../commission.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { AmountField } from './amount-field.tsx';
import { COMMISSION_UNREAD } from './plan-values.ts';
import { refreshPlans } from './plans-queries.ts';
import { parseHundredths } from './typed-hundredths.ts';

type CommissionFormProps = { planId: string; onDone: () => void; onCancel: () => void };
type Typed = { percent: string; startsOn: string | null; reason: string };

const INITIAL: Typed = { percent: '', startsOn: null, reason: '' };

const inputOf = ({ percent, ...rest }: Typed) => ({
  ...rest,
  percent: Number(parseHundredths(percent)) / 100,
});

/** Adds a commission, for the next payment on or from a day on. */
export function CommissionForm({ planId, onDone, onCancel }: CommissionFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm<Typed>({
    initial: INITIAL,
    validate(typed) {
      const read = parseHundredths(typed.percent);
      return {
        ...fieldErrors<keyof Typed>(newCommissionRateSchema.safeParse(inputOf(typed))),
        ...(typeof read === 'string' && { percent: COMMISSION_UNREAD[read] }),
      };
    },
    async send(typed) {
      const { effectiveFrom } = await call(
        client.api.plans[':id'].commission.$post({ param: { id: planId }, json: inputOf(typed) }),
      );
      toast.success('Success', {
        description: typed.startsOn
          ? `The new commission applies from ${formatUtcDate(effectiveFrom)}`
          : 'The new commission applies from the next payment',
      });
      onDone();
      void refreshPlans(queryClient);
    },
  });
  const { ref } = form;
  // The dialog took the focus before the field existed.
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  return (
    <form {...form} className={dialog.form}>
      <AmountField
        label="New commission"
        unit="%"
        minimum={0}
        maximum={10_000}
        description="For payments from its first day on, of current subscribers too."
        value={values.percent}
        error={errors.percent}
        onChange={(percent) => change({ percent })}
      />
      <DateInput
        label="First day"
        description="Starts at midnight UTC. A payment counts at its own time, even if it’s reported later."
        placeholder="From the next payment"
        valueFormat="MMM D, YYYY"
        clearable
        clearButtonProps={{ 'aria-label': 'From the next payment' }}
        value={values.startsOn}
        error={errors.startsOn}
        onChange={(startsOn) => change({ startsOn })}
        {...CALENDAR}
      />
      <TextArea
        label="Reason"
        description="For the back office only."
        withAsterisk
        minRows={2}
        maxRows={5}
        maxLength={COMMISSION_REASON_MAXIMUM_LENGTH}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions
        submitLabel="Add Commission"
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
