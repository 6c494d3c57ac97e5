import { FileDown } from 'lucide-react';
import styles from './invoice-link.module.css';

type InvoiceLinkProps = { invoice: { id: string; number: string } };

/** The address of the PDF of an invoice or a credit note. */
export function invoiceHref({ id }: { id: string }): string {
  return `/api/invoices/${id}/document.pdf`;
}

/** Downloads the PDF of an invoice or a credit note. */
export function InvoiceLink({ invoice }: InvoiceLinkProps) {
  return (
    <a href={invoiceHref(invoice)} download className={`touch-target ${styles.link}`}>
      <FileDown size={14} aria-hidden="true" />
      {invoice.number}
      <span className="visually-hidden"> (PDF)</span>
    </a>
  );
}
