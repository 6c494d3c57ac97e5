import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { exceeds, ratioOf } from '../disputes.rules.ts';
import type { DisputeRatios as Ratios, DisputeThreshold } from '../disputes.schema.ts';
import { disputeRatiosQuery } from './disputes-queries.ts';
import styles from './disputes.module.css';

const NETWORKS: Record<DisputeThreshold['network'], string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
};

/** Disputes by month, as the card networks count them, and their limits; not for limited staff. */
export function DisputeRatios() {
  const isLimited = useSession()?.isLimited ?? false;
  const { data } = useQuery({ ...disputeRatiosQuery, enabled: !isLimited });
  if (!data) return null;
  return (
    <div className={styles.ratios}>
      <Panel title="Disputes by month">
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                {data.thresholds.map(({ network }) => (
                  <th key={network} scope="col">
                    {NETWORKS[network]}
                  </th>
                ))}
                <th scope="col">Disputes</th>
                <th scope="col">Alerts</th>
                <th scope="col">Payments</th>
              </tr>
            </thead>
            <tbody>
              {/* The oldest month is only the base of the one after it. */}
              {data.months.slice(0, -1).map((month, index) => (
                <Month key={month.month} ratios={data} index={index} />
              ))}
            </tbody>
          </table>
        </div>
        <p>
          {data.thresholds
            .map(
              ({ network, count, percent }) =>
                `${NETWORKS[network]} intervenes from ${formatPercent(percent)} and ${formatNumber(count)} disputes a month on.`,
            )
            .join(' ')}{' '}
          The card of a payment isn’t known here, so all payments and disputes count for both. Your
          processor may act earlier.
        </p>
      </Panel>
    </div>
  );
}

function Month({ ratios: { months, thresholds }, index }: { ratios: Ratios; index: number }) {
  const { month, payments, disputes, alerts } = months[index]!;
  return (
    <tr>
      <td>{formatInstant(month, 'month', 'UTC')}</td>
      {thresholds.map((threshold) => {
        const ratio = ratioOf(threshold.network, months, index);
        return (
          <td key={threshold.network} data-exceeded={exceeds(ratio, threshold) || undefined}>
            {ratio.percent === null ? '–' : formatPercent(ratio.percent)}
          </td>
        );
      })}
      <td>{formatNumber(disputes)}</td>
      <td>{formatNumber(alerts)}</td>
      <td>{formatNumber(payments)}</td>
    </tr>
  );
}
