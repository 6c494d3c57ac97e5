import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnTaxDetails as Details } from '../tax-details.schema.ts';
import { OwnVersions } from './own-versions.tsx';
import { ownTaxDetailsQuery } from './payee-queries.ts';
import { QueryPanel } from './query-panel.tsx';
import { TaxDetailsDialog } from './tax-details-form.tsx';
import { TaxSummary } from './tax-summary.tsx';

/** What an influencer certifies for tax offices, and its change. */
export function OwnTaxDetails() {
  const query = useQuery(ownTaxDetailsQuery);
  return (
    <QueryPanel title="Tax details" query={query}>
      {(details) => (
        <>
          {details.areMissing && (
            <Alert variant="light" color="yellow" title="Your payouts wait for your tax details">
              {details.proposed
                ? 'We pay you as soon as our team has checked them.'
                : 'Add them below. We pay you as soon as our team has checked them.'}
            </Alert>
          )}
          <Identity details={details} />
        </>
      )}
    </QueryPanel>
  );
}

function Identity({ details }: { details: Details }) {
  const queryClient = useQueryClient();
  const onChanged = (changed: Details) =>
    queryClient.setQueryData(ownTaxDetailsQuery.queryKey, changed);
  return (
    <OwnVersions
      details={details}
      empty="Tell us where and how you pay taxes. We need it for your statements, and for the reports that tax offices require of us."
      waiting="Our team checks this change; until then the details above count:"
      addLabel="Add Tax Details"
      changeLabel="Change Tax Details"
      summary={(version) => <TaxSummary version={version} />}
      form={(opened, onClose) => (
        <TaxDetailsDialog
          opened={opened}
          explanation="Stored encrypted. Our team checks the details, and tax offices receive what the law requires. Nobody else sees them."
          isByPayee
          previous={details.confirmed}
          save={async (json) => {
            onChanged(await call(client.api['my-tax-details'].$post({ json })));
            toast.success('Success', { description: 'Our team will check your tax details' });
          }}
          onClose={onClose}
        />
      )}
      withdraw={async () => onChanged(await call(client.api['my-tax-details'].withdraw.$post()))}
    />
  );
}
