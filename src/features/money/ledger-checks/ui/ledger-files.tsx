import { useState } from 'react';
import { monthBefore, monthLabel } from '#src/lib/locale/months.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { PeriodBar } from '#src/ui/page/period-bar.tsx';
import styles from './ledger-files.module.css';

/** The months from the first one to today's, the newest first. */
function monthsSince(first: string, now: Date): string[] {
  const months = [monthBefore(now, 0)];
  while (months.at(-1)! > first) months.push(monthBefore(now, months.length));
  return months;
}

/** The entries and the balances of a month as files, for the accountant. */
export function LedgerFiles({ firstMonth }: { firstMonth: string }) {
  const now = new Date(useNow());
  const months = monthsSince(firstMonth, now);
  const [chosen, setChosen] = useState<string>();
  const month = chosen ?? months[1] ?? firstMonth;
  return (
    <Panel title="Export by month">
      <p className={styles.note}>
        Every entry of a month, or the balance of each account at its start and end. Months are UTC.
      </p>
      <PeriodBar
        label="Month"
        periods={months}
        format={monthLabel}
        value={month}
        onChange={setChosen}
      >
        <DownloadButton href={`/api/ledger-entries.csv?month=${month}`}>Entries CSV</DownloadButton>
        <DownloadButton href={`/api/ledger-totals.csv?month=${month}`}>Balances CSV</DownloadButton>
      </PeriodBar>
    </Panel>
  );
}
