import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { PayoutPreview } from '../payout-run.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './payout-dialogs.module.css';
import { payoutPreviewQuery, refreshPayouts } from './payouts-queries.ts';
import { RunInfluencers } from './run-influencers.tsx';

type RunPayoutsDialogProps = { opened: boolean; onClose: () => void };

/** Shows a preview of a month's payouts, and makes them. */
export function RunPayoutsDialog({ opened, onClose }: RunPayoutsDialogProps) {
  return (
    <FormDialog title="Run Payouts" size="52rem" opened={opened} onClose={onClose}>
      {(onCancel) => <Months onClose={onCancel} />}
    </FormDialog>
  );
}

function Months({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(payoutPreviewQuery);
  if (data) return <RunPayouts months={data} onClose={onClose} />;
  if (error) {
    return (
      <InlineError
        text="Failed to fetch the payout preview"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label="Loading the payout preview" className={dialog.form}>
      <Skeleton height="3.6rem" />
      <Skeleton height="8rem" />
    </div>
  );
}

const countPayouts = (number: number): string => pluralize(number, 'payout', 'payouts');

function RunPayouts({ months, onClose }: { months: PayoutPreview[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  // The field did not exist yet when the dialog opened.
  useEffect(() => select.current?.focus(), []);
  const draft = useAppForm({
    initial: { month: months[0]!.month },
    validate: () => ({}),
    async send(json) {
      const made = await call(client.api.payouts.run.$post({ json }));
      toast.success('Success', {
        description:
          made.payouts === 0
            ? 'There’s nothing left to pay out'
            : `${countPayouts(made.payouts)} created, ${formatCents(made.netPayoutCents)} in total`,
      });
      onClose();
      void refreshPayouts(queryClient);
    },
  });
  const { values, failure, busy, change } = draft;
  const preview = months.find(({ month }) => month === values.month) ?? months[0]!;
  return (
    <form {...draft.form} className={dialog.form}>
      <NativeSelect
        label="Month"
        description="In UTC. Payouts for the previous month also run automatically every night."
        ref={select}
        data={months.map(({ month }) => ({ value: month, label: monthLabel(month) }))}
        value={preview.month}
        onChange={({ currentTarget }) => change({ month: currentTarget.value })}
      />
      <div aria-live="polite">
        <Preview preview={preview} />
      </div>
      <RunInfluencers month={preview.month} />
      <FormActions
        submitLabel="Run Payouts"
        failure={failure}
        isBusy={busy}
        isDisabled={preview.payouts === 0}
        onCancel={onClose}
      />
    </form>
  );
}

function Preview({ preview }: { preview: PayoutPreview }) {
  const { payouts, grossRevenueCents, netPayoutCents, carriedOver } = preview;
  return (
    <dl className={styles.facts}>
      <div data-sum>
        <dt>To pay out</dt>
        <dd>{payouts === 0 ? 'Nothing' : formatCents(netPayoutCents)}</dd>
      </div>
      {payouts > 0 && (
        <div>
          <dt>Payouts</dt>
          <dd>
            {countPayouts(payouts)}, from {formatCents(grossRevenueCents)} gross
          </dd>
        </div>
      )}
      {carriedOver.influencers > 0 && (
        <div>
          <dt>Carried over</dt>
          <dd>
            {formatCents(carriedOver.cents)} of{' '}
            {pluralize(carriedOver.influencers, 'influencer', 'influencers')}
            <small>Too little to pay out yet, or already paid out for this month.</small>
          </dd>
        </div>
      )}
    </dl>
  );
}
