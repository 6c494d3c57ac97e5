import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { Facts } from '#src/ui/page/facts.tsx';
import { Loading } from '#src/ui/page/loading.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { FORMAT_LABELS, type BankFileDetail } from '../bank-files.schema.ts';
import { bankFileHref, bankFileQuery } from './bank-files-queries.ts';
import styles from './bank-files.module.css';
import { PaymentOutcomeBadge } from './file-progress.tsx';

const route = getRouteApi('/_app/bank-files/$id');

/** A file for the bank with its payments. */
export function BankFilePage() {
  const { id } = route.useParams();
  const { data, error, isFetching, refetch } = useQuery(bankFileQuery(id));
  return (
    <>
      <BackLink to="/bank-files">Bank Files</BackLink>
      {data && <File file={data} />}
      {data === null && (
        <Notice icon={FileX} heading="h1" title="File not found" text="Its address may be wrong." />
      )}
      {data === undefined && error && (
        <ErrorNotice
          title="Failed to fetch the file"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && <Loading />}
    </>
  );
}

const File = ({ file }: { file: BankFileDetail }) => (
  <>
    <PageHead title={file.name} subtitle={FORMAT_LABELS[file.format]}>
      <DownloadButton href={bankFileHref(file.id)} radius="xl">
        Download
      </DownloadButton>
    </PageHead>
    <div className={styles.page}>
      <Panel title="Overview">
        <Facts
          facts={[
            ['Payments', formatNumber(file.payments)],
            ['Total', formatCents(file.totalCents)],
            ['Paid', formatNumber(file.paid)],
            ['Returned', formatNumber(file.returned)],
            ['Created', `${formatTime(file.createdAt)} by ${file.createdBy ?? 'Unknown'}`],
          ]}
        />
      </Panel>
      <Panel title="Payments">
        <CardTable label="Payments" columns={COLUMNS} rows={file.lines} />
      </Panel>
    </div>
  </>
);

const COLUMNS: TableColumn<BankFileDetail['lines'][number]>[] = [
  {
    label: 'Payee',
    cell: ({ payoutId, payeeName }) => (
      <Link to="/statements/$payoutId" params={{ payoutId }} className="touch-target">
        <bdi>{payeeName}</bdi>
      </Link>
    ),
  },
  { label: 'Payout', onCard: 'line', cell: ({ payoutNumber }) => payoutNumber },
  {
    label: 'Amount',
    isNumber: true,
    isSum: true,
    cell: ({ amountCents }) => formatCents(amountCents),
  },
  { label: 'Reference', onCard: 'line', cell: ({ endToEndId }) => endToEndId },
  {
    label: 'Status',
    onCard: 'corner',
    cell: ({ outcome }) => <PaymentOutcomeBadge outcome={outcome} />,
  },
  {
    label: 'Bank report',
    onCard: 'line',
    cell: ({ valueDate, bankReference, reason }) =>
      [valueDate && formatUtcDate(valueDate), bankReference, reason].filter(Boolean).join(' · ') ||
      '–',
  },
];
