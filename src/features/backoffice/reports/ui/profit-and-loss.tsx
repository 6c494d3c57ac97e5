import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lines } from '#src/features/money/earnings/ui/earnings-lines.tsx';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import {
  UNASSIGNED_LABELS,
  type InfluencerProfit,
  type ProfitAndLoss as Figures,
  type ReportQuery,
} from '../reports.schema.ts';
import { DEFINITIONS, type Defined } from './definitions.ts';
import styles from './reports-page.module.css';
import { profitReportQuery, reportFile } from './reports-queries.ts';
import { Two } from './two.tsx';

const minus = (cents: number): string => formatCents(cents === 0 ? 0 : -cents);
const marginLabel = ({ marginPercent }: Pick<Figures, 'marginPercent'>): string =>
  marginPercent === null ? '–' : formatPercent(marginPercent);

const line = (label: Defined, value: string, isSum = false) => ({
  label,
  value,
  meaning: DEFINITIONS[label],
  isSum,
});

const COLUMNS: TableColumn<InfluencerProfit>[] = [
  {
    label: 'Influencer',
    cell: ({ influencerId, fullName, unassigned }) =>
      influencerId ? (
        <Link to="/influencers/$id" params={{ id: influencerId }} className="touch-target">
          <bdi>{fullName}</bdi>
        </Link>
      ) : unassigned ? (
        UNASSIGNED_LABELS[unassigned]
      ) : (
        <>
          <bdi>{fullName}</bdi> <small className={styles.soft}>deleted</small>
        </>
      ),
  },
  {
    label: 'Agency’s profit',
    isNumber: true,
    isSum: true,
    cell: (row) => <Two value={formatCents(row.profitCents)} note={`${marginLabel(row)} margin`} />,
  },
  {
    label: 'Net revenue',
    isNumber: true,
    cell: ({ netRevenueCents, grossCents }) => (
      <Two
        value={formatCents(netRevenueCents)}
        note={grossCents !== netRevenueCents && `${formatCents(grossCents)} paid`}
      />
    ),
  },
  { label: 'Refunds', isNumber: true, cell: ({ refundedCents }) => formatCents(refundedCents) },
  {
    label: 'Chargebacks',
    isNumber: true,
    cell: ({ chargedBackCents }) => formatCents(chargedBackCents),
  },
  { label: 'Share', isNumber: true, cell: ({ shareCents }) => formatCents(shareCents) },
  {
    label: 'Fees',
    isNumber: true,
    cell: ({ providerFeeCents, disputeFeeCents }) => (
      <Two
        value={formatCents(providerFeeCents + disputeFeeCents)}
        note={disputeFeeCents !== 0 && `${formatCents(disputeFeeCents)} of disputes`}
      />
    ),
  },
  {
    label: 'Adjustments',
    isNumber: true,
    cell: ({ adjustmentCents, writeOffCents }) => (
      <Two
        value={formatCents(adjustmentCents)}
        note={writeOffCents !== 0 && `${formatCents(writeOffCents)} written off`}
      />
    ),
  },
];

/** From what fans paid to what the agency retains, in total and by influencer. */
export function ProfitAndLoss({ query }: { query: ReportQuery }) {
  const { data, isError, isFetching, refetch } = useQuery(profitReportQuery(query));
  if (!data) {
    return isError ? (
      <InlineError
        text="Failed to fetch the profit and loss"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <PanelSkeleton label="Loading the profit and loss" height="24rem" />
    );
  }
  const { total, rows, rowCount } = data;
  return (
    <>
      <Panel title="Profit and loss">
        <Lines
          label="Profit and loss"
          lines={[
            line('Paid by fans', formatCents(total.grossCents)),
            line('Refunds', minus(total.refundedCents)),
            line('Chargebacks', minus(total.chargedBackCents)),
            line('Net revenue', formatCents(total.netRevenueCents), true),
            line('Influencers’ share', minus(total.shareCents)),
            line('Provider fees', minus(total.providerFeeCents)),
            line('Dispute fees', minus(total.disputeFeeCents)),
            line('Adjustments', minus(total.adjustmentCents)),
            line('Write-offs', minus(total.writeOffCents)),
            line('Agency’s profit', formatCents(total.profitCents), true),
            line('Margin', marginLabel(total)),
          ]}
        />
      </Panel>
      <Panel
        title="Profit and loss by influencer"
        aside={
          <DownloadButton href={reportFile('profit', query)} size="sm">
            Export CSV
          </DownloadButton>
        }
      >
        {rows.length === 0 ? (
          <p className={styles.soft}>No payments in this period</p>
        ) : (
          <CardTable label="Profit and loss by influencer" columns={COLUMNS} rows={rows} />
        )}
        {rowCount > rows.length && (
          <p className={styles.soft}>
            The {formatNumber(rows.length)} influencers with the highest profit. The CSV file
            contains all {formatNumber(rowCount)}.
          </p>
        )}
      </Panel>
    </>
  );
}
