import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { InvoiceLink } from '#src/features/money/invoices/ui/invoice-link.tsx';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { Purchase } from '../purchases.schema.ts';
import { BrowseMarketplace } from './browse-marketplace.tsx';
import styles from './purchase-history.module.css';
import { purchaseTitle } from './purchase-labels.ts';
import { purchasesQuery } from './subscriptions-queries.ts';

const FAILURE = 'Failed to load your purchases';

/** The fan's payments and refunds, newest first. */
export function PurchaseHistory() {
  const { data, error, refetch, ...pages } = useInfiniteQuery(purchasesQuery);
  if (error && !data) return <ErrorNotice title={FAILURE} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const purchases = data.pages.flatMap(({ rows }) => rows);
  if (purchases.length === 0) return <Empty />;
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">Your purchases, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">For</th>
            <th scope="col">Period</th>
            <th scope="col">Receipt and invoice</th>
            <th scope="col" data-number>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {purchases.map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} />
          ))}
        </tbody>
      </table>
      <ShowMore pages={pages} />
      <p className={styles.note}>All dates are UTC, all amounts US dollars.</p>
    </>
  );
}

const PurchaseRow = ({ purchase }: { purchase: Purchase }) => (
  <tr data-back={purchase.amountCents < 0 || undefined}>
    <td className={styles.date}>
      <time dateTime={purchase.occurredAt}>{formatUtcDate(purchase.occurredAt)}</time>
    </td>
    <th scope="row">
      <span dir="auto">{purchase.influencerName || 'Unknown'}</span>
      <small>{purchaseTitle(purchase)}</small>
    </th>
    <td className={styles.period}>
      {formatUtcDate(purchase.periodStart)} – {formatUtcDate(purchase.periodEnd)}
    </td>
    <td className={styles.receipt}>
      <Link
        to="/receipts/$id"
        params={{ id: purchase.chargeId }}
        className="touch-target"
        aria-label={`Receipt ${formatReceiptNumber(purchase.chargeId)}`}
      >
        {formatReceiptNumber(purchase.chargeId)}
      </Link>
      {purchase.document && <InvoiceLink invoice={purchase.document} />}
    </td>
    <td data-number className={styles.amount}>
      {formatCents(purchase.amountCents)}
    </td>
  </tr>
);

const Waiting = () => (
  <div role="status" aria-label="Loading..." className={styles.waiting}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} height="3.2rem" />
    ))}
  </div>
);

const Empty = () => (
  <Notice
    icon={ReceiptText}
    title="No purchases yet"
    text="Your payments and refunds will appear here, with receipts."
  >
    <BrowseMarketplace />
  </Notice>
);
