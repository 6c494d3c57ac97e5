import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PeriodBar } from '#src/ui/page/period-bar.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import {
  formatRate,
  SCHEME_LABELS,
  type TaxReport,
  type TaxReportRow,
} from '../invoices.schema.ts';
import { quarterOf } from '../tax.rules.ts';
import { taxReportQuery, taxReportSearchSchema } from './invoices-queries.ts';
import styles from './tax-report-page.module.css';
import { TaxesTabs } from './taxes-tabs.tsx';

const route = getRouteApi('/_app/tax-report');

type Row = TaxReportRow & { id: string };

/** "2026 Q4" */
const quarterLabel = (quarter: string) => quarter.replace('-', ' ');

const COLUMNS: TableColumn<Row>[] = [
  {
    label: 'Country',
    cell: ({ country, corrects }) => (
      <>
        {country ? countryName(country) : 'Unknown'}
        {corrects && <small className={styles.corrects}>Corrects {quarterLabel(corrects)}</small>}
      </>
    ),
  },
  { label: 'Tax rules', cell: ({ scheme }) => SCHEME_LABELS[scheme] },
  {
    label: 'Rate',
    isNumber: true,
    cell: ({ rateBasisPoints }) => formatRate(rateBasisPoints) || '–',
  },
  { label: 'Documents', isNumber: true, cell: ({ documents }) => formatNumber(documents) },
  { label: 'Net', isNumber: true, cell: ({ netCents }) => formatCents(netCents) },
  { label: 'Tax', isNumber: true, cell: ({ taxCents }) => formatCents(taxCents) },
  {
    label: 'Total',
    isNumber: true,
    isSum: true,
    cell: ({ grossCents }) => <strong>{formatCents(grossCents)}</strong>,
  },
];

/** The tax of a quarter by country and rate. */
export function TaxReportPage() {
  const thisQuarter = quarterOf(new Date(useNow()));
  const { quarter = thisQuarter } = useCheckedSearch(route, taxReportSearchSchema);
  const navigate = route.useNavigate();
  const { data, error, refetch, isFetching } = useQuery(taxReportQuery(quarter));
  return (
    <>
      <PageHead
        title="Invoices & Taxes"
        subtitle="The tax of a quarter by country. Dates are UTC, amounts US dollars."
      />
      <TaxesTabs value="/tax-report">
        <PeriodBar
          label="Quarter"
          periods={[thisQuarter, ...(data?.quarters ?? [])]}
          format={quarterLabel}
          value={quarter}
          onChange={(value) =>
            void navigate({ search: { quarter: value }, replace: true, resetScroll: false })
          }
        >
          <DownloadButton href={`/api/tax-report.csv?quarter=${quarter}`}>
            Export CSV
          </DownloadButton>
        </PeriodBar>
        {data ? (
          <div aria-busy={isFetching}>
            <Report report={data} />
          </div>
        ) : error ? (
          <ErrorNotice title="Failed to fetch the tax report" onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="16rem" />
        )}
      </TaxesTabs>
    </>
  );
}

function Report({ report: { rows, quarter } }: { report: TaxReport }) {
  if (rows.length === 0) {
    return (
      <Notice
        icon={Landmark}
        title={`No documents in ${quarterLabel(quarter)}`}
        text="Invoices and credit notes of this quarter will be summed here."
      />
    );
  }
  const owed = rows.filter(({ scheme }) => scheme === 'oss');
  const sum = owed.reduce((total, { taxCents }) => total + taxCents, 0);
  return (
    <>
      <CardTable
        label="Tax by country and rate"
        columns={COLUMNS}
        rows={rows.map((row) => ({
          ...row,
          id: `${row.scheme} ${row.country} ${row.rateBasisPoints} ${row.corrects}`,
        }))}
      />
      {owed.length > 0 && (
        <p className={styles.note}>
          VAT to declare in the EU One Stop Shop: <strong>{formatCents(sum)}</strong>. The return is
          in euros: convert the amounts with the European Central Bank’s rate of the last day of the
          quarter.
        </p>
      )}
    </>
  );
}
