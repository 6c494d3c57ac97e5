import { Button, Group, Skeleton } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import type {
  InfluencerPayout,
  InfluencerPayouts,
  PaidTotals,
} from '../influencer-payouts.schema.ts';
import { periodLabel } from '../payouts.rules.ts';
import styles from './influencer-payouts.module.css';
import { PAYOUT_FACTS } from './payout-columns.tsx';

/** The page of the history: at most one of the two cursors. */
export type PayoutsPosition = { after?: string | undefined; before?: string | undefined };

const payoutsQuery = (influencerId: string, { after, before }: PayoutsPosition) =>
  queryOptions({
    queryKey: ['influencer-payouts', influencerId, { after, before }],
    queryFn: () =>
      call(
        client.api.influencers[':id'].payouts.$get({
          param: { id: influencerId },
          query: { ...(after && { after }), ...(before && { before }) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

type PayoutsHistoryProps = {
  influencerId: string;
  position: PayoutsPosition;
  onPosition: (position: PayoutsPosition) => void;
};

/** An influencer's paid and pending payouts, newest first. */
export function PayoutsHistory({ influencerId, position, onPosition }: PayoutsHistoryProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    payoutsQuery(influencerId, position),
  );
  const heading = useRef<HTMLHeadingElement>(null);

  function goToPage(to: PayoutsPosition) {
    onPosition(to);
    // The pressed button may disappear with its page.
    heading.current?.focus();
  }

  if (error && !data)
    return <InlineError text="Failed to fetch payouts" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div className={styles.history}>
      <Totals paid={data.paid} />
      <section aria-labelledby="payouts-heading" aria-busy={isPlaceholderData}>
        <h2 id="payouts-heading" ref={heading} tabIndex={-1} className={styles.heading}>
          Payouts {data.total > 0 && <span>{formatCount(data.total)}</span>}
        </h2>
        {data.rows.length === 0 ? (
          <p className={styles.empty}>No payouts found</p>
        ) : (
          <CardTable label="Payouts" columns={COLUMNS} rows={data.rows} />
        )}
        <PageControls page={data} onPage={goToPage} />
      </section>
    </div>
  );
}

const Totals = ({ paid }: { paid: PaidTotals }) => (
  <dl className={styles.totals} aria-label="Paid in total">
    <div>
      <dt>Paid out</dt>
      <dd>{formatCents(paid.netPayoutCents)}</dd>
    </div>
    <div>
      <dt>Gross revenue</dt>
      <dd>{formatCents(paid.grossRevenueCents)}</dd>
    </div>
    <div>
      <dt>Commission</dt>
      <dd>{formatCents(paid.platformCommissionCents)}</dd>
    </div>
    <div>
      <dt>Paid payouts</dt>
      <dd>{formatNumber(paid.count)}</dd>
    </div>
  </dl>
);

const COLUMNS: TableColumn<InfluencerPayout>[] = [
  {
    label: 'Period',
    cell: ({ id, periodStart, periodEnd }) => (
      <Link
        to="/statements/$payoutId"
        params={{ payoutId: id }}
        className="touch-target"
        title={`Statement of ${periodLabel(periodStart, periodEnd)}`}
      >
        {monthLabel(periodStart)}
      </Link>
    ),
  },
  ...PAYOUT_FACTS,
];

type PageControlsProps = { page: InfluencerPayouts; onPage: (to: PayoutsPosition) => void };

function PageControls({ page: { previous, next }, onPage }: PageControlsProps) {
  if (!previous && !next) return null;
  return (
    <Group component="nav" aria-label="Pages of payouts" justify="flex-end" gap="xs" mt="md">
      <Button
        variant="default"
        radius="xl"
        disabled={!previous}
        leftSection={<ChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onPage({ before: previous! })}
      >
        Previous
      </Button>
      <Button
        variant="default"
        radius="xl"
        disabled={!next}
        rightSection={<ChevronRight size={16} aria-hidden="true" />}
        onClick={() => onPage({ after: next! })}
      >
        Next
      </Button>
    </Group>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading payouts" className={styles.history}>
    <Skeleton height="5.5rem" />
    <Skeleton height="18rem" />
  </div>
);
