import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { LEDGER_ACCOUNTS } from '#src/features/money/ledger/ledger.schema.ts';
import { ledgerTotals } from '#src/features/money/ledger/server/ledger.table.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';

type Figures = { entries: number; openingCents: number; changeCents: number; closingCents: number };
type Total = Figures & { account: string; kind: string };

/** The sums of a month by account and kind, of all accounts and kinds that have entries until its end. */
function sumMonth(pool: Pool, month: string) {
  const start = sql`${monthBounds(month).periodStart}::date`;
  const sumOf = (amount: SQL, condition: SQL) =>
    sql<number>`coalesce(sum(${amount}) filter (where ${condition}), 0)::float8`;
  const amount = sql`${ledgerTotals.amountCents}`;
  return selectRows(
    pool,
    {
      account: ledgerTotals.account,
      kind: ledgerTotals.kind,
      entries: sumOf(sql`${ledgerTotals.entries}`, sql`${ledgerTotals.month} = ${start}`),
      openingCents: sumOf(amount, sql`${ledgerTotals.month} < ${start}`),
      changeCents: sumOf(amount, sql`${ledgerTotals.month} = ${start}`),
      closingCents: sql<number>`sum(${amount})::float8`,
    },
    (columns) => sql`
      select ${columns} from ${ledgerTotals} where ${ledgerTotals.month} <= ${start}
      group by ${ledgerTotals.account}, ${ledgerTotals.kind} order by ${ledgerTotals.kind}`,
  );
}

function addUp(rows: Figures[]): Figures {
  const sum = (read: (row: Figures) => number) => rows.reduce((total, row) => total + read(row), 0);
  return {
    entries: sum(({ entries }) => entries),
    openingCents: sum(({ openingCents }) => openingCents),
    changeCents: sum(({ changeCents }) => changeCents),
    closingCents: sum(({ closingCents }) => closingCents),
  };
}

/** The kinds of each account with their sum, and last the sum of all, which is 0. */
async function* readTotals(pool: Pool, month: string): AsyncGenerator<Total[]> {
  const rows = await sumMonth(pool, month);
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  yield LEDGER_ACCOUNTS.flatMap((account) => {
    const kinds = byAccount.get(account) ?? [];
    return [...kinds, { account, kind: 'all', ...addUp(kinds) }];
  });
  yield [{ account: 'all', kind: 'all', ...addUp(rows) }];
}

/** The opening balance, change and closing balance of a month (UTC) by account and kind, as a file. */
export function exportLedgerTotals(pool: Pool, month: string) {
  return csvFile<Total>(
    `ledger-totals-${month}.csv`,
    {
      'Month (UTC)': () => month,
      Account: ({ account }) => account,
      Kind: ({ kind }) => kind,
      Entries: ({ entries }) => entries,
      'Opening Balance': ({ openingCents }) => openingCents / 100,
      Change: ({ changeCents }) => changeCents / 100,
      'Closing Balance': ({ closingCents }) => closingCents / 100,
      Currency: () => CURRENCY,
    },
    readTotals(pool, month),
  );
}
