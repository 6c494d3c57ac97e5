import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { FileInput as FileIcon, Landmark } from 'lucide-react';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { pluralize } from '#src/lib/text.ts';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { FORMAT_LABELS } from '../bank-files.schema.ts';
import { bankFilesList } from './bank-files-queries.ts';
import { FileProgress } from './file-progress.tsx';

const route = getRouteApi('/_app/bank-files/');

const COLUMNS: ColumnsOf<typeof bankFilesList> = [
  { id: 'name', label: 'File', isFixed: true, cell: ({ name }) => name },
  { id: 'format', label: 'Format', cell: ({ format }) => FORMAT_LABELS[format] },
  {
    id: 'payments',
    label: 'Payments',
    isNumber: true,
    cell: ({ payments }) => pluralize(payments, 'payment', 'payments'),
  },
  {
    id: 'total',
    isInSummary: true,
    label: 'Total',
    isNumber: true,
    cell: ({ totalCents }) => <strong>{formatCents(totalCents)}</strong>,
  },
  {
    id: 'progress',
    label: 'Bank',
    isInSummary: true,
    cell: (file) => <FileProgress {...file} />,
  },
  {
    id: 'created',
    label: 'Created',
    sort: 'newest',
    cell: ({ createdAt, createdBy }) => (
      <>
        {formatTime(createdAt)} by <bdi>{createdBy ?? 'Unknown'}</bdi>
      </>
    ),
  },
];

/** The files that pay payouts. */
export function BankFilesPage() {
  const list = useList(bankFilesList, route);
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/payouts">Payouts</BackLink>
      <PageHead
        title="Bank Files"
        subtitle="Files that pay payouts, and what the bank reported about them."
      >
        <ImportLink />
      </PageHead>
      <ListView
        list={list}
        label="Bank files"
        itemLabels={['file', 'files']}
        columns={COLUMNS}
        failure="Failed to fetch the files"
        searchLabel="Search file name"
        filters={
          <FilterSelect
            label="Format"
            placeholder="All Formats"
            clearLabel="Show all formats"
            options={optionsOf(FORMAT_LABELS)}
            {...list.field('format')}
          />
        }
        onOpen={({ id }) => void navigate({ to: '/bank-files/$id', params: { id } })}
        empty={
          <Notice
            icon={Landmark}
            title="No files yet"
            text="Select payouts and press Bank File to make the first one."
          >
            <Button radius="xl" renderRoot={(props) => <Link to="/payouts" {...props} />}>
              Go to Payouts
            </Button>
          </Notice>
        }
        noResults={<NoResults title="No files found" />}
      />
    </>
  );
}

const ImportLink = () => (
  <Button
    radius="xl"
    leftSection={<FileIcon size={18} aria-hidden="true" />}
    renderRoot={(props) => <Link to="/bank-files/import" {...props} />}
  >
    Import Bank Report
  </Button>
);
