import { Lines } from '#src/features/money/earnings/ui/earnings-lines.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Report } from '../reports.schema.ts';
import { DEFINITIONS, type Defined } from './definitions.ts';

const minus = (cents: number): string => formatCents(cents === 0 ? 0 : -cents);

const line = (label: Defined, value: string) => ({ label, value, meaning: DEFINITIONS[label] });

/** From what fans paid to the agency's commission, laid out like an invoice. */
export function ReportBreakdown({ money }: Pick<Report, 'money'>) {
  const { refundedCents, disputedCents, disputesWonCents } = money;
  return (
    <Panel title="How it is divided">
      <Lines
        label="How it is divided"
        lines={[
          line('Paid by fans', formatCents(money.grossCents)),
          line(
            'Refunds and disputes',
            minus(refundedCents + disputedCents - disputesWonCents - money.overReturnedCents),
          ),
          line('Merchant fees', minus(money.merchantFeeCents)),
          line('Influencers’ share', minus(money.shareCents)),
          {
            ...line('Commission', formatCents(money.platformCommissionCents)),
            isSum: true,
          },
        ]}
      />
    </Panel>
  );
}
