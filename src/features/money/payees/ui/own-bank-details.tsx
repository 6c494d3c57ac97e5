import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { pluralize } from '#src/lib/text.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnBankDetails as Details } from '../payees.schema.ts';
import { AccountSummary } from './account-summary.tsx';
import { BankDetailsDialog } from './bank-details-form.tsx';
import { OwnVersions } from './own-versions.tsx';
import { ownBankDetailsQuery } from './payee-queries.ts';
import { QueryPanel } from './query-panel.tsx';

/** The account that an influencer's payouts go to, and its change. */
export function OwnBankDetails() {
  const query = useQuery(ownBankDetailsQuery);
  return (
    <QueryPanel title="Bank details" query={query}>
      {(details) => <Account details={details} />}
    </QueryPanel>
  );
}

function Account({ details }: { details: Details }) {
  const queryClient = useQueryClient();
  const onChanged = (changed: Details) =>
    queryClient.setQueryData(ownBankDetailsQuery.queryKey, changed);
  const { changeDays, heldUntil } = details;
  return (
    <OwnVersions
      details={details}
      empty="Tell us where to send your payouts. We can’t pay you without an account."
      note={
        heldUntil &&
        `For your protection, no payout is sent to this account before ${formatDate(heldUntil)}.`
      }
      waiting="Payouts wait until our team has checked this change:"
      addLabel="Add Bank Details"
      changeLabel="Change Account"
      summary={(version) => <AccountSummary version={version} />}
      form={(opened, onClose) => (
        <BankDetailsDialog
          opened={opened}
          explanation={`Our team checks every change. The first payout to a new account is sent ${pluralize(changeDays, 'day', 'days')} after that at the earliest, so that nobody else can redirect your money.`}
          save={async (json) => {
            onChanged(await call(client.api['my-bank-details'].$post({ json })));
            toast.success('Success', { description: 'Our team will check your bank details' });
          }}
          onClose={onClose}
        />
      )}
      withdraw={async () => onChanged(await call(client.api['my-bank-details'].withdraw.$post()))}
    />
  );
}
