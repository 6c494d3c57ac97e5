import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { InfluencerPreview } from '../payout-run.schema.ts';
import styles from './payout-dialogs.module.css';
import { influencerPreviewQuery } from './payouts-queries.ts';

const amountOrNone = (cents: number) => (cents === 0 ? NONE : formatCents(cents));

const COLUMNS: TableColumn<InfluencerPreview>[] = [
  { label: 'Influencer', cell: ({ payeeName }) => <bdi>{payeeName}</bdi> },
  {
    label: 'Payout',
    isNumber: true,
    isSum: true,
    cell: ({ isDue, netPayoutCents }) =>
      isDue ? formatCents(netPayoutCents) : <small>Carried over</small>,
  },
  {
    label: 'Balance now',
    isNumber: true,
    cell: ({ balanceCents }) => formatCents(balanceCents),
  },
  { label: 'In hold period', isNumber: true, cell: ({ heldCents }) => amountOrNone(heldCents) },
  {
    label: 'Reserve',
    isNumber: true,
    cell: ({ isDue, reserveCents, reservedCents }) => (
      <>
        {amountOrNone(reservedCents)}
        {isDue && reserveCents > 0 && <small>+{formatCents(reserveCents)}</small>}
      </>
    ),
  },
  {
    label: 'Open disputes',
    isNumber: true,
    onCard: 'line',
    cell: ({ openDisputes, disputedCents }) =>
      openDisputes === 0 ? NONE : `${openDisputes} (${formatCents(disputedCents)})`,
  },
];

/** What a payout run means for each influencer: balance, reserve and open disputes before it is made. */
export function RunInfluencers({ month }: { month: string }) {
  const query = useInfiniteQuery(influencerPreviewQuery(month));
  const { data, error, isFetching, refetch } = query;
  if (!data && error) {
    return (
      <InlineError
        text="Failed to fetch the influencers"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height="8rem" aria-label="Loading the influencers" />;
  const influencers = data.pages.flatMap((page) => page.influencers);
  if (influencers.length === 0) return null;
  return (
    <div className={styles.influencers}>
      <CardTable label="Payouts by influencer" columns={COLUMNS} rows={influencers} />
      <ShowMore pages={query} />
    </div>
  );
}
