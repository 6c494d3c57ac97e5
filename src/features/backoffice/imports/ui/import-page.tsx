import { Alert, Button, FileInput, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { csvHref, readCsvFile, type CsvTable } from '#src/ui/files/csv-file.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import {
  IMPORT_LIMIT,
  importSchema,
  type ImportKind,
  type ImportResult,
} from '../imports.schema.ts';
import { columnsOf, readTable, REQUIRED_COLUMNS, templateOf } from './import-columns.ts';
import styles from './import-page.module.css';
import { ImportReview } from './import-review.tsx';
import { importSearchSchema } from './import-search.ts';

const route = getRouteApi('/_app/import');

/** What is known about the chosen file. */
type Checked = { table: CsvTable; ignored: string[]; result: ImportResult; isDone: boolean };

async function send(kind: ImportKind, table: CsvTable, isDryRun: boolean): Promise<Checked> {
  const { rows, ignored, missing } = readTable(kind, table);
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}`);
  const json = importSchema.safeParse({ kind, isDryRun, rows });
  if (json.error) throw new Error(json.error.issues[0]!.message);
  const result = await call(client.api.imports.$post({ json: json.data }));
  return { table, ignored, result, isDone: !isDryRun };
}

/** Imports people from a CSV file, after a check that creates nothing. */
export function ImportPage() {
  const { kind = 'influencers' } = useCheckedSearch(route, importSearchSchema);
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead
        title="Import"
        subtitle="Add influencers and fans from a CSV file. Nothing is created until you confirm."
      >
        <SegmentedControl
          aria-label="What to import"
          radius="xl"
          data={[
            { value: 'influencers', label: 'Influencers' },
            { value: 'fans', label: 'Fans' },
          ]}
          value={kind}
          onChange={(chosen) => void navigate({ search: { kind: chosen }, replace: true })}
        />
      </PageHead>
      <PeopleImport key={kind} kind={kind} />
    </>
  );
}

function PeopleImport({ kind }: { kind: ImportKind }) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const check = useMutation({
    mutationFn: async (chosen: File) => send(kind, await readCsvFile(chosen), true),
  });
  const run = useMutation({
    mutationFn: (table: CsvTable) => send(kind, table, false),
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
    <div className={styles.page}>
      <Panel title="File">
        <div className={styles.file}>
          <FileInput
            label="CSV file"
            placeholder={check.isPending ? 'Checking…' : 'Choose a file'}
            leftSection={<FileSpreadsheet size={18} aria-hidden="true" />}
            accept=".csv,.tsv,.txt,text/csv"
            value={file}
            disabled={check.isPending || run.isPending}
            error={error?.message}
            onChange={choose}
          />
          <Button
            variant="default"
            radius="xl"
            leftSection={<Download size={16} aria-hidden="true" />}
            component="a"
            href={csvHref(templateOf(kind))}
            download={`${kind}.csv`}
          >
            Download a template
          </Button>
        </div>
        <Explanation kind={kind} />
      </Panel>
      {checked && (
        <Panel title={checked.isDone ? 'Result' : 'Check'}>
          {checked.ignored.length > 0 && (
            <Alert variant="light" color="gray" title="Ignored columns">
              {checked.ignored.join(', ')}
            </Alert>
          )}
          <ImportReview kind={kind} {...checked}>
            {checked.isDone ? (
              <Button
                radius="xl"
                renderRoot={(props) =>
                  kind === 'fans' ? (
                    <Link to="/users" search={{ status: 'invited' }} {...props} />
                  ) : (
                    <Link to="/influencers" search={{ status: 'draft' }} {...props} />
                  )
                }
              >
                {kind === 'fans' ? 'Show invited users' : 'Show drafts'}
              </Button>
            ) : (
              <ImportButton
                kind={kind}
                result={checked.result}
                isBusy={run.isPending}
                onClick={() => run.mutate(checked.table)}
              />
            )}
          </ImportReview>
        </Panel>
      )}
    </div>
  );
}

const Explanation = ({ kind }: { kind: ImportKind }) => (
  <div className={styles.explanation}>
    <p>
      {kind === 'fans'
        ? 'Each fan gets an email invitation to choose a password.'
        : 'Each influencer starts as a draft, hidden until you go live, and gets an email invitation to choose a password.'}{' '}
      {!sendsMail() && 'Invitations need a mail server (SMTP_URL). '}
      Up to {IMPORT_LIMIT} rows; the columns {REQUIRED_COLUMNS[kind].join(', ')} are required.
    </p>
    <details>
      <summary>All columns</summary>
      <p>{columnsOf(kind).join(', ')}</p>
    </details>
    {kind === 'influencers' && (
      <p>
        To import posts, upload their files under <Link to="/content/plan">Schedule files</Link>,
        with a CSV file of their captions.
      </p>
    )}
  </div>
);

type ImportButtonProps = {
  kind: ImportKind;
  result: ImportResult;
  isBusy: boolean;
  onClick: () => void;
};

function ImportButton({ kind, result, isBusy, onClick }: ImportButtonProps) {
  const count = result.rows.filter(({ problem }) => problem === null).length;
  const noun = count === 1 ? kind.slice(0, -1) : kind;
  return (
    <Button radius="xl" disabled={count === 0} loading={isBusy} onClick={onClick}>
      Import {formatCount(count)} {noun}
    </Button>
  );
}
