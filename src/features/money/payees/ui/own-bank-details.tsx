import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { pluralize } from '#src/lib/text.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { call, client } from '#src/web/client.ts';
import type { OwnBankDetails as Details } from '../payees.schema.ts';
import { AccountSummary } from './account-summary.tsx';
import { BankDetailsDialog } from './bank-details-form.tsx';
import { ownBankDetailsQuery } from './bank-details-queries.ts';
import styles from './bank-details.module.css';

/** The account that an influencer's payouts go to, and its change. */
export function OwnBankDetails() {
  const { data, error, isFetching, refetch } = useQuery(ownBankDetailsQuery);
  return (
    <Panel title="Bank details">
      {data && <Account details={data} />}
      {!data && error && (
        <InlineError
          text="Failed to fetch your bank details"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="4rem" aria-label="Loading..." />}
    </Panel>
  );
}

function Account({ details }: { details: Details }) {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const onChanged = (changed: Details) =>
    queryClient.setQueryData(ownBankDetailsQuery.queryKey, changed);
  const withdraw = useMutation({
    mutationFn: () => call(client.api['my-bank-details'].withdraw.$post()),
    onSuccess: onChanged,
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const { confirmed, proposed, changeDays } = details;
  return (
    <>
      {confirmed ? (
        <AccountSummary version={confirmed} />
      ) : (
        !proposed && (
          <p className={styles.soft}>
            Tell us where to send your payouts. We can’t pay you without an account.
          </p>
        )
      )}
      <Notices details={details} />
      {proposed && <AccountSummary version={proposed} />}
      <div className={styles.actions}>
        <Button
          variant={confirmed || proposed ? 'default' : 'filled'}
          radius="xl"
          onClick={() => setIsOpen(true)}
        >
          {confirmed || proposed ? 'Change Account' : 'Add Bank Details'}
        </Button>
        {proposed && (
          <Button
            variant="subtle"
            radius="xl"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            Withdraw Change
          </Button>
        )}
      </div>
      <BankDetailsDialog
        opened={isOpen}
        explanation={`Our team checks every change. The first payout to a new account is sent ${pluralize(changeDays, 'day', 'days')} after that at the earliest, so that nobody else can redirect your money.`}
        save={async (json) => {
          onChanged(await call(client.api['my-bank-details'].$post({ json })));
          toast.success('Success', { description: 'Our team will check your bank details' });
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function Notices({ details: { proposed, declined, heldUntil, confirmed } }: { details: Details }) {
  if (declined) {
    return (
      <Alert variant="light" color="red" title="Your last change was not accepted">
        <bdi>{declined.reason}</bdi>
      </Alert>
    );
  }
  if (proposed) {
    return (
      <p className={styles.soft}>
        {confirmed
          ? 'Payouts wait until our team has checked this change:'
          : 'Our team checks these details:'}
      </p>
    );
  }
  if (heldUntil) {
    return (
      <p className={styles.soft}>
        For your protection, no payout is sent to this account before {formatDate(heldUntil)}.
      </p>
    );
  }
  return null;
}
