import { Button, FileInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import {
  bankReturnSchema,
  type BankReturnResult,
  type ReturnLine,
  type ReturnResult,
} from '../bank-files.schema.ts';
import styles from './bank-files.module.css';

type Checked = { content: string; result: BankReturnResult; isDone: boolean };

async function send(content: string, isDryRun: boolean): Promise<Checked> {
  const json = bankReturnSchema.safeParse({ content, isDryRun });
  if (json.error) throw new Error(json.error.issues[0]!.message);
  const result = await call(client.api['bank-files'].returns.$post({ json: json.data }));
  return { content, result, isDone: !isDryRun };
}

/** Imports what the bank reports about payouts, after a check that changes nothing. */
export function BankReturnPage() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const check = useMutation({
    mutationFn: async (chosen: File) => send(await chosen.text(), true),
  });
  const run = useMutation({
    mutationFn: (content: string) => send(content, false),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const checked = run.data ?? check.data;
  const error = run.error ?? check.error;
  function choose(chosen: File | null) {
    setFile(chosen);
    check.reset();
    run.reset();
    if (chosen) check.mutate(chosen);
  }
  return (
    <>
      <BackLink to="/bank-files">Bank Files</BackLink>
      <PageHead
        title="Import Bank Report"
        subtitle="Mark payouts as paid or returned from a file of your bank. Nothing changes until you confirm."
      />
      <div className={styles.page}>
        <Panel title="File">
          <div className={styles.file}>
            <FileInput
              label="camt.053, camt.054 or CSV"
              placeholder={check.isPending ? 'Checking…' : 'Choose a file'}
              leftSection={<FileText size={18} aria-hidden="true" />}
              accept=".xml,.csv,.txt,text/csv,text/xml,application/xml"
              value={file}
              disabled={check.isPending || run.isPending}
              error={error?.message}
              onChange={choose}
            />
          </div>
          <p className={styles.soft}>
            A CSV file has the columns End-to-end ID, Amount, Date (as in 2026-11-25), Status (paid
            or returned), Reference and Reason.
          </p>
        </Panel>
        {checked && (
          <Panel title={checked.isDone ? 'Result' : 'Check'}>
            <Review {...checked}>
              <Button
                radius="xl"
                disabled={countChanges(checked.result) === 0}
                loading={run.isPending}
                onClick={() => run.mutate(checked.content)}
              >
                Apply {pluralize(countChanges(checked.result), 'change', 'changes')}
              </Button>
            </Review>
          </Panel>
        )}
      </div>
    </>
  );
}

const isChange = ({ result }: ReturnLine): boolean => result === 'paid' || result === 'returned';
const isTrouble = ({ result }: ReturnLine): boolean => result === 'problem' || result === 'unknown';
const countChanges = ({ lines }: BankReturnResult): number => lines.filter(isChange).length;

function Review({
  result,
  isDone,
  children,
}: Omit<Checked, 'content'> & { children: React.ReactNode }) {
  const { lines, others } = result;
  // What needs attention comes first.
  const rows = lines
    .toSorted((a, b) => Number(isTrouble(b)) - Number(isTrouble(a)))
    .map((line) => ({ ...line, id: `${line.number} ${line.endToEndId}` }));
  const changes = countChanges(result);
  return (
    <>
      <p role="status" className={styles.summary}>
        {pluralize(changes, 'payout', 'payouts')} {isDone ? 'changed.' : 'will change.'}
        {others > 0 && ` ${pluralize(others, 'movement concerns', 'movements concern')} no payout.`}
      </p>
      {!isDone && <div>{children}</div>}
      {rows.length > 0 && <CardTable label="Lines" columns={columnsOf(isDone)} rows={rows} />}
    </>
  );
}

const RESULT_TEXT: Record<ReturnResult, [before: string, after: string]> = {
  paid: ['Will be marked as paid', 'Marked as paid'],
  returned: ['Will be marked as returned', 'Marked as returned'],
  known: ['Imported before', 'Imported before'],
  problem: ['Left out', 'Left out'],
  unknown: ['Left out', 'Left out'],
};

const columnsOf = (isDone: boolean): TableColumn<ReturnLine & { id: string }>[] => [
  { label: 'Payout', cell: ({ payout, endToEndId }) => <bdi>{payout ?? endToEndId}</bdi> },
  {
    label: 'Amount',
    isNumber: true,
    isSum: true,
    cell: ({ amountCents }) => formatCents(amountCents),
  },
  { label: 'Value date', cell: ({ valueDate }) => formatUtcDate(valueDate) },
  { label: 'Reference', onCard: 'line', cell: ({ endToEndId }) => endToEndId },
  {
    label: 'Result',
    onCard: 'line',
    cell: (line) => {
      const Icon = isTrouble(line) ? TriangleAlert : CircleCheck;
      const text = RESULT_TEXT[line.result][isDone ? 1 : 0];
      return (
        <span className={isTrouble(line) ? styles.problem : styles.good}>
          <Icon size={16} aria-hidden="true" />
          {line.detail ? `${text}: ${line.detail}` : text}
        </span>
      );
    },
  },
];
