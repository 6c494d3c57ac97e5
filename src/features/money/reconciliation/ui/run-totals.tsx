import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { formatAmount, KIND_PLURALS } from '../reconciliation.rules.ts';
import type { ReconciliationRun, RecordTotal } from '../reconciliation.schema.ts';
import styles from './reconciliation.module.css';

type Row = RecordTotal & { id: string };

const sideText = ({ kind, currency }: RecordTotal, { count, cents }: RecordTotal['ours']) =>
  kind === 'subscription'
    ? formatNumber(count)
    : `${formatNumber(count)} · ${formatAmount(cents, currency)}`;

function driftText({ kind, currency, provider, ours, driftCents }: RecordTotal) {
  const isSubscription = kind === 'subscription';
  const drift = isSubscription ? ours.count - provider.count : driftCents;
  if (drift === 0 && ours.count === provider.count) return 'None';
  const text = isSubscription ? formatNumber(drift) : formatAmount(drift, currency);
  return <span className={styles.missing}>{text}</span>;
}

const COLUMNS: TableColumn<Row>[] = [
  { label: 'Kind', cell: ({ kind }) => KIND_PLURALS[kind] },
  { label: 'Provider', isNumber: true, onCard: 'line', cell: (row) => sideText(row, row.provider) },
  { label: 'Our ledger', isNumber: true, onCard: 'line', cell: (row) => sideText(row, row.ours) },
  { label: 'Drift', isNumber: true, onCard: 'line', cell: driftText },
];

/** What both sides have in the compared time, and when each was read. */
export function RunTotals({ run }: { run: ReconciliationRun }) {
  const { totals, providerAsOf, ledgerAsOf, from } = run;
  if (run.status !== 'completed' || !providerAsOf || !ledgerAsOf) return null;
  const rows = totals.map((total) => ({ ...total, id: `${total.kind} ${total.currency}` }));
  return (
    <>
      {rows.length > 0 && <CardTable label="Totals of both sides" columns={COLUMNS} rows={rows} />}
      <p className={styles.soft}>
        Since {formatTime(from)}. Provider as of {formatTime(providerAsOf)}, our ledger as of{' '}
        {formatTime(ledgerAsOf)}.
      </p>
    </>
  );
}
