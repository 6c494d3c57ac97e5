import { Check, Clock, History, X, type LucideIcon } from 'lucide-react';
import { countryName } from '#src/lib/locale/countries.ts';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { maskedAccount } from '../payees.rules.ts';
import type { OwnVersion, VersionStatus } from '../payees.schema.ts';
import styles from './bank-details.module.css';

const BADGES: Record<
  VersionStatus,
  { label: string; variant: StateBadgeVariant; icon: LucideIcon }
> = {
  proposed: { label: 'Waiting for confirmation', variant: 'warning', icon: Clock },
  confirmed: { label: 'Confirmed', variant: 'success', icon: Check },
  replaced: { label: 'Replaced', variant: 'neutral', icon: History },
  declined: { label: 'Declined', variant: 'danger', icon: X },
  withdrawn: { label: 'Withdrawn', variant: 'neutral', icon: X },
};

/** A version of bank details: the masked number, the holder, and its state. */
export function AccountSummary({ version }: { version: OwnVersion }) {
  const { label, variant, icon } = BADGES[version.status];
  const { holderName, holderKind, country, currency } = version;
  return (
    <div className={styles.account}>
      <div className={styles.heading}>
        <strong className={styles.number}>{maskedAccount(version)}</strong>
        <StateBadge variant={variant} icon={icon}>
          {label}
        </StateBadge>
      </div>
      <span>
        <bdi>{holderName}</bdi>
        {holderKind === 'company' && ' (company)'}, {countryName(country)}, {currency}
      </span>
    </div>
  );
}
