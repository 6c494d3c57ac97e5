import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { PayoutRow } from '#src/features/money/payouts/payouts.schema.ts';
import { refreshPayouts } from '#src/features/money/payouts/ui/payouts-queries.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import {
  FILE_FORMATS,
  FORMAT_LABELS,
  type BankFileDraft,
  type FileFormat,
} from '../bank-files.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { bankFileDraftQuery } from './bank-files-queries.ts';
import styles from './bank-files.module.css';

type BankFileActionProps = {
  payouts: Pick<PayoutRow, 'id'>[];
  /** Called when the file is made. */
  onDone: () => void;
};

/**
 * Makes a file for the bank from selected payouts, after a preview; not for staff limited to certain
 * influencers.
 */
export function BankFileAction({ payouts, onDone }: BankFileActionProps) {
  const isLimited = useSession()?.isLimited;
  const [isOpen, setIsOpen] = useState(false);
  if (isLimited) return null;
  return (
    <>
      <Button
        size="sm"
        radius="xl"
        variant="default"
        leftSection={<Landmark size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Bank File
      </Button>
      <FormDialog title="Bank file" size="34rem" opened={isOpen} onClose={() => setIsOpen(false)}>
        {(onCancel) => (
          <NewBankFile ids={payouts.map(({ id }) => id)} onDone={onDone} onCancel={onCancel} />
        )}
      </FormDialog>
    </>
  );
}

const FORMATS = FILE_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

type NewBankFileProps = { ids: string[]; onDone: () => void; onCancel: () => void };

function NewBankFile({ ids, onDone, onCancel }: NewBankFileProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Chosen once, so that a repeated request makes one file.
  const [id] = useState(() => crypto.randomUUID());
  const draft = useAppForm({
    initial: { format: FILE_FORMATS[0] as FileFormat },
    validate: () => ({}),
    async send({ format }) {
      const made = await call(client.api['bank-files'].$post({ json: { id, format, ids } }));
      toast.success('Success', {
        description: `A file with ${pluralize(made.payments, 'payment', 'payments')} is ready to download`,
      });
      void refreshPayouts(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['bank-files'] });
      onDone();
      void navigate({ to: '/bank-files/$id', params: { id } });
    },
  });
  const { values, failure, busy, change } = draft;
  const preview = useQuery(bankFileDraftQuery(values.format, ids));
  return (
    <form {...draft.form} className={dialog.form}>
      <NativeSelect
        label="Format"
        description="ISO 20022 pays IBANs, NACHA pays US accounts, CSV lists both."
        data={FORMATS}
        value={values.format}
        onChange={({ currentTarget }) => change({ format: currentTarget.value as FileFormat })}
      />
      <div aria-live="polite">
        {preview.data && <Preview draft={preview.data} />}
        {preview.error && (
          <InlineError text={preview.error.message} onRetry={() => void preview.refetch()} />
        )}
        {preview.isLoading && <Skeleton height="6rem" aria-label="Loading..." />}
      </div>
      <FormActions
        submitLabel="Create File"
        failure={failure}
        isBusy={busy}
        isDisabled={!preview.data?.payments}
        onCancel={onCancel}
      />
    </form>
  );
}

function Preview({ draft: { payments, totalCents, leftOut } }: { draft: BankFileDraft }) {
  return (
    <div className={dialog.form}>
      <p className={styles.total}>
        <strong>{payments === 0 ? 'Nothing to pay' : formatCents(totalCents)}</strong>
        {payments > 0 && <> in {pluralize(payments, 'payment', 'payments')}</>}
      </p>
      {leftOut.length > 0 && (
        <>
          <p className={styles.summary}>
            {pluralize(leftOut.length, 'payout is', 'payouts are')} left out:
          </p>
          <ul className={styles.leftOut} aria-label="Left out">
            {leftOut.map(({ payoutId, payeeName, amountCents, reason }) => (
              <li key={payoutId}>
                <strong>
                  <bdi>{payeeName}</bdi>, {formatCents(amountCents)}
                </strong>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
