import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, FileDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { InvoiceLink, invoiceHref } from '#src/features/money/invoices/ui/invoice-link.tsx';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { Purchase, Receipt } from '../purchases.schema.ts';
import { providerName, purchaseTitle } from './purchase-labels.ts';
import styles from './receipt-page.module.css';
import { receiptQuery } from './subscriptions-queries.ts';

const route = getRouteApi('/_app/receipts/$id');

/** The receipt of a payment, for screen and paper. */
export function ReceiptPage() {
  const { id } = route.useParams();
  const { data: receipt, error, refetch } = useQuery(receiptQuery(id));
  return (
    <div className={styles.page}>
      <div className={`screen-only ${styles.bar}`}>
        <BackLink />
        {receipt && (
          <div className={styles.tools}>
            {receipt.charge.document && (
              <Button
                component="a"
                href={invoiceHref(receipt.charge.document)}
                download
                variant="default"
                radius="xl"
                leftSection={<FileDown size={16} aria-hidden="true" />}
              >
                Invoice
              </Button>
            )}
            <Button
              variant="default"
              radius="xl"
              leftSection={<Printer size={16} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </div>
        )}
      </div>
      {receipt ? (
        <Document receipt={receipt} />
      ) : receipt === null ? (
        <Notice
          heading="h1"
          title="Receipt not found"
          text="This receipt doesn’t exist, or it belongs to someone else."
        />
      ) : error ? (
        <ErrorNotice
          heading="h1"
          title="Failed to load this receipt"
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading...">
          <Skeleton height="30rem" />
        </div>
      )}
    </div>
  );
}

const BackLink = () => (
  <Button
    variant="subtle"
    radius="xl"
    leftSection={<ArrowLeft size={16} aria-hidden="true" />}
    renderRoot={(props) => <Link to="/my-subscriptions" search={{ tab: 'purchases' }} {...props} />}
  >
    Purchase History
  </Button>
);

function Document({ receipt: { charge, changes, email } }: { receipt: Receipt }) {
  const left = changes.reduce((sum, { amountCents }) => sum + amountCents, charge.amountCents);
  return (
    <article className={styles.receipt} aria-labelledby="receipt-title">
      <header>
        <p className={styles.seller}>Velvet Rope</p>
        <h1 id="receipt-title">Receipt</h1>
      </header>
      <dl className={styles.facts}>
        <Fact label="Receipt number">{formatReceiptNumber(charge.id)}</Fact>
        <Fact label="Date">{formatUtcDate(charge.occurredAt)}</Fact>
        <Fact label="Seller">
          Velvet Rope
          <br />
          {window.location.host}
        </Fact>
        <Fact label="Buyer">{email}</Fact>
        <Fact label="Paid through">{providerName(charge.provider)}</Fact>
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" data-number>
              Amount ({CURRENCY})
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {purchaseTitle(charge)}: <span dir="auto">{charge.influencerName || 'Unknown'}</span>
              <small>
                {formatUtcDate(charge.periodStart)} – {formatUtcDate(charge.periodEnd)}
              </small>
            </th>
            <td data-number>{formatCents(charge.amountCents)}</td>
          </tr>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{changes.length > 0 ? 'Total after refund' : 'Paid'}</th>
            <td data-number>{formatCents(left)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>All dates are UTC.</p>
    </article>
  );
}

const Change = ({ change }: { change: Purchase }) => (
  <tr>
    <th scope="row">
      {purchaseTitle(change)}
      <small>{formatUtcDate(change.occurredAt)}</small>
      {change.document && <InvoiceLink invoice={change.document} />}
    </th>
    <td data-number>{formatCents(change.amountCents)}</td>
  </tr>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
