import { FileDown } from 'lucide-react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { PAYOUT_DOCUMENT_LABELS, type PayoutDocument } from '../../payout-documents.schema.ts';
import type { PayoutRow } from '../../payouts.schema.ts';
import styles from './statement-documents.module.css';

type StatementPdfLinkProps = Pick<PayoutRow, 'id' | 'periodStart' | 'statementNumber'> & {
  /** Shows the icon alone, where the row has no space for the number. */
  isIcon?: boolean;
};

/** Downloads the statement of a payout, named by its number once it has one. */
export function StatementPdfLink({
  id,
  periodStart,
  statementNumber,
  isIcon = false,
}: StatementPdfLinkProps) {
  const name = statementNumber ?? 'PDF';
  return (
    <a
      href={`/api/payouts/${id}/statement.pdf`}
      download
      className={`touch-target ${styles.link}`}
      title={isIcon ? `Download ${name}` : undefined}
    >
      <FileDown size={15} aria-hidden="true" />
      {isIcon ? <span className="visually-hidden">{name}</span> : name}
      <span className="visually-hidden"> of {monthLabel(periodStart)}, statement as PDF</span>
    </a>
  );
}

/** The numbered documents of a payout, oldest first; not printed. */
export function StatementDocuments({ documents }: { documents: PayoutDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <div className={`screen-only ${styles.documents}`}>
      <Panel title="Documents">
        <ul className={styles.list}>
          {documents.map(({ id, kind, number, issuedAt }) => (
            <li key={id}>
              <a
                href={`/api/payout-documents/${id}/document.pdf`}
                download
                className={`touch-target ${styles.link}`}
              >
                <FileDown size={15} aria-hidden="true" />
                {number}
                <span className="visually-hidden"> (PDF)</span>
              </a>
              <span>
                {PAYOUT_DOCUMENT_LABELS[kind]},{' '}
                <time dateTime={issuedAt}>{formatUtcDate(issuedAt)}</time>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
