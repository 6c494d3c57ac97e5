import { countryName } from '#src/lib/locale/countries.ts';
import { maskedAccount } from '../payees.rules.ts';
import type { OwnVersion } from '../payees.schema.ts';
import { VersionSummary } from './version-summary.tsx';

/** A version of bank details: the masked number, the holder, and its state. */
export function AccountSummary({ version }: { version: OwnVersion }) {
  const { holderName, holderKind, country, currency, status } = version;
  return (
    <VersionSummary title={maskedAccount(version)} status={status}>
      <span>
        <bdi>{holderName}</bdi>
        {holderKind === 'company' && ' (company)'}, {countryName(country)}, {currency}
      </span>
    </VersionSummary>
  );
}
