import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { certificationEnds, FORM_LABELS } from '../tax-details.rules.ts';
import type { OwnTaxVersion } from '../tax-details.schema.ts';
import { VersionSummary } from './version-summary.tsx';

/** A version of tax details: the form, the name, the end of the number, and its state. */
export function TaxSummary({ version }: { version: OwnTaxVersion }) {
  const { form, legalName, country, lastFour, certifiedOn, status } = version;
  const ends = certificationEnds(form, certifiedOn);
  const signed = `Certified on ${formatUtcDate(new Date(certifiedOn))}`;
  return (
    <VersionSummary title={FORM_LABELS[form]} status={status}>
      <span>
        <bdi>{legalName}</bdi>, {countryName(country)},{' '}
        {lastFour ? `tax number •••• ${lastFour}` : 'no tax number'}
      </span>
      <span>{ends ? `${signed}, valid until ${formatUtcDate(new Date(ends))}` : signed}</span>
    </VersionSummary>
  );
}
