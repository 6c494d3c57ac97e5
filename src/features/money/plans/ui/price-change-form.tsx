import { DateInput } from '@mantine/dates';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { CALENDAR } from '#src/ui/forms/calendar.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { priceChangeDays } from '../price-changes.rules.ts';
import { newPriceChangeSchema, type PlanPriceChanges } from '../price-changes.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshPriceChanges } from './price-changes-queries.ts';

type PriceChangeFormProps = {
  planId: string;
  plan: Pick<PlanPriceChanges, 'priceCents' | 'needsConsent'>;
  onDone: () => void;
  onCancel: () => void;
};

/** Announces that existing fans move to the plan's price from a day on. */
export function PriceChangeForm({ planId, plan, onDone, onCancel }: PriceChangeFormProps) {
  const queryClient = useQueryClient();
  const { priceCents, needsConsent } = plan;
  const { first, last } = priceChangeDays(new Date(useNow()));
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { startsOn: first as string | null },
    validate: ({ startsOn }) =>
      fieldErrors<'startsOn'>(newPriceChangeSchema.safeParse({ startsOn, priceCents })),
    async send({ startsOn }) {
      await call(
        client.api.plans[':id']['price-changes'].$post({
          param: { id: planId },
          json: { startsOn: startsOn!, priceCents },
        }),
      );
      toast.success('Success', {
        description: `Price change announced for ${formatUtcDate(startsOn!)}`,
      });
      onDone();
      void refreshPriceChanges(queryClient);
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <DateInput
        label="First day"
        description="Starts at midnight UTC, at least 30 days ahead. Renewals from then on have the new price."
        valueFormat="MMM D, YYYY"
        minDate={first}
        maxDate={last}
        value={values.startsOn}
        error={errors.startsOn}
        onChange={(startsOn) => change({ startsOn })}
        {...CALENDAR}
      />
      <p>
        Every fan gets a mail 30 days before, with both prices and a link to accept or decline.{' '}
        {needsConsent
          ? 'Whoever doesn’t accept leaves at the end of the last period at the earlier price.'
          : 'Whoever doesn’t answer accepts; whoever declines leaves at the end of the paid period.'}
      </p>
      <FormActions submitLabel="Announce" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
