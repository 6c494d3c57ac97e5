import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { CLASSIFICATION_LABELS, FORM_LABELS, TIN_LABELS } from '../tax-details.rules.ts';
import type { PayeeTaxDetails, RevealedTaxDetails } from '../tax-details.schema.ts';
import { payeeTaxDetailsQuery } from './payee-queries.ts';
import { QueryPanel } from './query-panel.tsx';
import type { Revealed } from './reveal-dialog.tsx';
import { TaxDetailsDialog } from './tax-details-form.tsx';
import { TaxSummary } from './tax-summary.tsx';
import { Versions } from './versions.tsx';

const api = client.api.influencers[':id']['tax-details'];

/** An influencer's tax details in the back office: confirm or decline a change, enter a signed form. */
export function TaxPanel({ influencerId }: { influencerId: string }) {
  const query = useQuery(payeeTaxDetailsQuery(influencerId));
  return (
    <QueryPanel title="Tax details" query={query}>
      {(payee) => <TaxVersions influencerId={influencerId} payee={payee} />}
    </QueryPanel>
  );
}

type TaxVersionsProps = { influencerId: string; payee: PayeeTaxDetails };

function TaxVersions({ influencerId: id, payee }: TaxVersionsProps) {
  const queryClient = useQueryClient();
  const onChanged = (changed: PayeeTaxDetails) =>
    queryClient.setQueryData(payeeTaxDetailsQuery(id).queryKey, changed);
  return (
    <Versions
      payee={payee}
      rule="tax-details"
      label="Tax details"
      empty="No tax details yet. Statements lack the legal name and the address."
      note={payee.areMissing && 'Payouts are not sent before tax details are confirmed.'}
      advice="Compare them with the signed form, or ask the influencer, before you confirm."
      addLabel="Enter Tax Details"
      enterLabel="Enter Other Tax Details"
      revealLabel="Show Tax Details"
      summary={(version) => <TaxSummary version={version} />}
      form={(opened, onClose) => (
        <TaxDetailsDialog
          opened={opened}
          explanation="From the form that the influencer signed. They receive an email at once, and a second person has to confirm what you enter."
          isByPayee={false}
          previous={payee.confirmed}
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
      reveal={async (versionId, reason) => {
        const request = { param: { id, versionId }, json: { reason } };
        return rowsOf(await call(api[':versionId'].reveal.$post(request)));
      }}
    />
  );
}

function rowsOf(details: RevealedTaxDetails): Revealed {
  const { tinKind, tinCountry, classification, dateOfBirth, birthCountry, street, city, region } =
    details;
  const rows: [string, string | null][] = [
    ['Form', FORM_LABELS[details.form]],
    ['Legal name', details.legalName],
    ['Business name', details.businessName],
    ['Tax classification', classification && CLASSIFICATION_LABELS[classification]],
    [tinKind ? TIN_LABELS[tinKind] : 'Tax number', details.tin],
    ['Issued by', tinCountry && countryName(tinCountry)],
    ['VAT number', details.vatNumber],
    ['Business registration number', details.registrationNumber],
    ['Date of birth', dateOfBirth && formatUtcDate(new Date(dateOfBirth))],
    ['Place of birth', details.birthCity],
    ['Country of birth', birthCountry && countryName(birthCountry)],
    ['Treaty claim', details.treatyClaim],
    ['Address', [street, city, region, details.postalCode].filter(Boolean).join(', ')],
    ['Country of tax residence', countryName(details.country)],
    ['Certified on', formatUtcDate(new Date(details.certifiedOn))],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}
