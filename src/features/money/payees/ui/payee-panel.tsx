import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { formatIban } from '#src/lib/bank/bank-account.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import type { Payee } from '../payees.schema.ts';
import { AccountSummary } from './account-summary.tsx';
import { BankDetailsDialog } from './bank-details-form.tsx';
import { payeeQuery } from './payee-queries.ts';
import { QueryPanel } from './query-panel.tsx';
import type { Revealed } from './reveal-dialog.tsx';
import { Versions } from './versions.tsx';

const api = client.api.influencers[':id']['bank-details'];

/** An influencer's bank details in the back office: confirm or decline a change, propose another. */
export function PayeePanel({ influencerId }: { influencerId: string }) {
  const query = useQuery(payeeQuery(influencerId));
  return (
    <QueryPanel title="Bank details" query={query}>
      {(payee) => <BankVersions influencerId={influencerId} payee={payee} />}
    </QueryPanel>
  );
}

function BankVersions({ influencerId: id, payee }: { influencerId: string; payee: Payee }) {
  const queryClient = useQueryClient();
  const onChanged = (changed: Payee) => queryClient.setQueryData(payeeQuery(id).queryKey, changed);
  const { heldUntil } = payee;
  return (
    <Versions
      payee={payee}
      rule="bank-details"
      label="Bank details"
      empty="No bank details yet. Files to the bank leave this influencer out."
      note={
        heldUntil && `New details: files to the bank hold payouts until ${formatTime(heldUntil)}.`
      }
      advice="Check it with the influencer by phone or in person before you confirm."
      addLabel="Enter Bank Details"
      enterLabel="Enter Another Account"
      revealLabel="Show Full Number"
      summary={(version) => <AccountSummary version={version} />}
      form={(opened, onClose) => (
        <BankDetailsDialog
          opened={opened}
          explanation="The influencer receives an email at once, and a second person has to confirm what you enter."
          save={async (json) => onChanged(await call(api.$post({ param: { id }, json })))}
          onClose={onClose}
        />
      )}
      confirm={async (versionId) =>
        onChanged(await call(api[':versionId'].confirm.$post({ param: { id, versionId } })))
      }
      decline={async (versionId, reason) => {
        const request = { param: { id, versionId }, json: { reason } };
        onChanged(await call(api[':versionId'].decline.$post(request)));
      }}
      reveal={async (versionId, reason): Promise<Revealed> => {
        const request = { param: { id, versionId }, json: { reason } };
        const { number, bank } = await call(api[':versionId'].reveal.$post(request));
        const isIban = payee.versions.find((version) => version.id === versionId)?.kind === 'iban';
        return isIban
          ? [
              ['IBAN', formatIban(number)],
              ['BIC', bank],
            ]
          : [
              ['Account number', number],
              ['Routing number', bank],
            ];
      }}
    />
  );
}
