import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Banknote } from 'lucide-react';
import { useEffect } from 'react';
import { OwnBankDetails } from '#src/features/money/payees/ui/own-bank-details.tsx';
import { OwnTaxDetails } from '#src/features/money/payees/ui/own-tax-details.tsx';
import { pluralize } from '#src/lib/text.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { OwnPayoutPage } from '../own-payouts.schema.ts';
import { HeldBackNote } from './held-back.tsx';
import styles from './my-payouts-page.module.css';
import { MyPayoutsPages } from './my-payouts-pages.tsx';
import { myPayoutsQuery, myPayoutsSearchSchema } from './my-payouts-queries.ts';
import { MyPayoutsTable } from './my-payouts-table.tsx';
import { MyPayoutsTotals } from './my-payouts-totals.tsx';

const FAILURE = 'Failed to fetch your payouts';
const route = getRouteApi('/_app/my-payouts');

/** An influencer's paid and pending payouts, newest first. */
export function MyPayoutsPage() {
  const { page = 1 } = useCheckedSearch(route, myPayoutsSearchSchema);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(myPayoutsQuery(page));
  useLastPage(page, isPlaceholderData ? undefined : data);
  return (
    <>
      <PageHead title="My Payouts" subtitle={<span role="status">{subtitleFor(data)}</span>} />
      {!data && error && (
        <ErrorNotice title={FAILURE} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
      {data && (
        <div className={styles.stack} aria-busy={isPlaceholderData}>
          <MyPayoutsTotals totals={data.totals} />
          <HeldBackNote heldBack={data.heldBack} />
          <OwnBankDetails />
          <OwnTaxDetails />
          {data.total === 0 ? (
            <Notice
              icon={Banknote}
              title="No Payouts Yet"
              text="Your agency pays out each month’s earnings after the month ends."
            />
          ) : (
            <>
              <Terms {...data.terms} />
              <MyPayoutsTable rows={data.rows} terms={data.terms} />
              <MyPayoutsPages page={data.page} pageCount={data.pageCount} />
            </>
          )}
        </div>
      )}
    </>
  );
}

function subtitleFor(data: OwnPayoutPage | undefined): string {
  if (!data) return '…';
  const { total, page, pageCount } = data;
  if (total === 0) return 'What you’ve been paid, and what’s on its way.';
  const all = pluralize(total, 'payout', 'payouts');
  return pageCount === 1 ? `${all}.` : `${all}, page ${page} of ${pageCount}.`;
}

const Terms = ({ days, method }: OwnPayoutPage['terms']) => (
  <p className={styles.terms}>
    Payouts are sent by {method} within {pluralize(days, 'day', 'days')} after the end of the month.
  </p>
);

/** Replaces a page beyond the last one by the last, in the address as well. */
function useLastPage(requested: number, data: OwnPayoutPage | undefined): void {
  const navigate = route.useNavigate();
  const page = data?.page ?? requested;
  useEffect(() => {
    if (page !== requested) void navigate({ search: { page }, replace: true });
  }, [page, requested, navigate]);
}

const Waiting = () => (
  <div role="status" aria-label="Loading payouts" className={styles.stack}>
    <Skeleton height="6.5rem" radius="md" />
    <Skeleton height="20rem" radius="md" />
  </div>
);
