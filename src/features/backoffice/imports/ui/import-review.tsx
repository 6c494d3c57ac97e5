import { Button } from '@mantine/core';
import { CircleCheck, Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { csvHref, type CsvTable } from '#src/ui/files/csv-file.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import type { ImportedRow, ImportKind, ImportResult } from '../imports.schema.ts';
import styles from './import-page.module.css';

type ImportReviewProps = {
  kind: ImportKind;
  table: CsvTable;
  result: ImportResult;
  /** Whether the rows were imported, not only checked. */
  isDone: boolean;
  /** The next step. */
  children: ReactNode;
};

/** What became of each row of a file, those with a problem first. */
export function ImportReview({ kind, table, result, isDone, children }: ImportReviewProps) {
  const refused = result.rows.filter(({ problem }) => problem !== null);
  const good = result.rows.filter(({ problem }) => problem === null);
  const rows = [...refused, ...good].map((row) => ({ ...row, id: String(row.number) }));
  return (
    <>
      <p role="status" className={styles.summary}>
        {summarize(kind, good.length, isDone)}
        {refused.length > 0 && ` ${countRows(refused.length)} skipped.`}
      </p>
      <div className={styles.actions}>
        {children}
        {refused.length > 0 && (
          <Button
            variant="default"
            radius="xl"
            leftSection={<Download size={16} aria-hidden="true" />}
            component="a"
            href={csvHref(withProblems(table, refused))}
            download={`${kind}-left-out.csv`}
          >
            Download skipped rows
          </Button>
        )}
      </div>
      <CardTable label="Rows" columns={columns(isDone)} rows={rows} />
    </>
  );
}

const countRows = (count: number) =>
  count === 1 ? '1 row with a problem is' : `${formatNumber(count)} rows with a problem are`;

function summarize(kind: ImportKind, count: number, isDone: boolean): string {
  const people = `${formatNumber(count)} ${count === 1 ? kind.slice(0, -1) : kind}`;
  if (!isDone) return `${people} can be imported.`;
  return `${people} ${count === 1 ? 'was' : 'were'} created and invited.`;
}

/** The rows of the file with their problems, to mend and import them again. */
function withProblems({ rows }: CsvTable, refused: ImportedRow[]): Record<string, string>[] {
  const problems = new Map(refused.map(({ number, problem }) => [number, problem]));
  return rows.flatMap(({ number, cells }) => {
    const problem = problems.get(number);
    return problem ? [{ ...cells, Problem: problem }] : [];
  });
}

type Row = ImportedRow & { id: string };

const columns = (isDone: boolean): TableColumn<Row>[] => [
  { label: 'Name', cell: ({ name }) => <bdi>{name || '–'}</bdi> },
  { label: 'Row', isNumber: true, cell: ({ number }) => number },
  { label: 'Email', cell: ({ email }) => <bdi>{email || '–'}</bdi> },
  {
    label: 'Result',
    onCard: 'line',
    cell: ({ problem }) => (
      <span className={problem ? styles.problem : styles.good}>
        {problem ? (
          <TriangleAlert size={16} aria-hidden="true" />
        ) : (
          <CircleCheck size={16} aria-hidden="true" />
        )}
        {problem ?? (isDone ? 'Created and invited' : 'Ready')}
      </span>
    ),
  },
];
