import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatMinutes } from '#src/features/trust/reviews/reviews.rules.ts';
import { monthBefore, monthLabel } from '#src/lib/locale/months.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PeriodBar } from '#src/ui/page/period-bar.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import {
  COMPLAINT_COLUMNS,
  figureText,
  formatHours,
  reviewRuleText,
  rowLabel,
  SECTIONS,
  sumOf,
} from '../compliance-report.rules.ts';
import type { ComplianceReport } from '../compliance-report.schema.ts';
import styles from './compliance-report-page.module.css';
import { complianceReportQuery, complianceReportSearchSchema } from './compliance-report-query.ts';

const route = getRouteApi('/_app/complaints_/report');

type Row = { id: string; label: string; values: string[] };

const COLUMNS: TableColumn<Row>[] = [
  { label: 'Kind', cell: ({ label }) => label },
  ...[...COMPLAINT_COLUMNS.map(({ label }) => label), 'Median time'].map((label, index) => ({
    label,
    isNumber: true,
    cell: ({ values }: Row) => values[index],
  })),
];

function rowsOf(report: ComplianceReport): Row[] {
  const rows = report.complaints.map((figures) => ({
    id: figures.kind,
    label: rowLabel(figures),
    values: [
      ...COMPLAINT_COLUMNS.map(({ value }) => formatNumber(value(figures))),
      formatHours(figures.medianHours),
    ],
  }));
  const sums = COMPLAINT_COLUMNS.map(({ value }) => formatNumber(sumOf(report, value)));
  return [...rows, { id: 'all', label: 'All kinds', values: [...sums, '–'] }];
}

/** The figures of a month for the acquirer; last month at first. */
export function ComplianceReportPage() {
  const now = new Date(useNow());
  const { month = monthBefore(now) } = useCheckedSearch(route, complianceReportSearchSchema);
  const navigate = route.useNavigate();
  const { data, error, refetch, isFetching } = useQuery(complianceReportQuery(month));
  return (
    <>
      <PageHead
        title="Compliance Report"
        subtitle="What your acquiring bank wants to know about a month. Dates are UTC."
      />
      <PeriodBar
        label="Month"
        periods={[monthBefore(now, 0), monthBefore(now), ...(data?.months ?? [])]}
        format={monthLabel}
        value={month}
        onChange={(value) =>
          void navigate({ search: { month: value }, replace: true, resetScroll: false })
        }
      >
        <DownloadButton href={`/api/compliance-report.pdf?month=${month}`}>PDF</DownloadButton>
        <DownloadButton href={`/api/compliance-report.csv?month=${month}`}>
          Export CSV
        </DownloadButton>
      </PeriodBar>
      {data ? (
        <div aria-busy={isFetching}>
          <Report report={data} />
        </div>
      ) : error ? (
        <ErrorNotice title="Failed to fetch the compliance report" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="16rem" />
      )}
    </>
  );
}

function Report({ report }: { report: ComplianceReport }) {
  return (
    <>
      {SECTIONS.map(({ title, figures }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <dl className={styles.figures}>
            {figures.map((figure) => (
              <div key={figure.label}>
                <dt>{figure.label}</dt>
                <dd>{figureText(figure, report)}</dd>
                <dd className={styles.definition}>{figure.definition}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={styles.note}>
        {reviewRuleText(report)}, by the settings of today. The aim for a review is{' '}
        {formatMinutes(report.reviewAimHours * 60)}.
      </p>
      <h2>Complaints</h2>
      <CardTable label="Complaints by kind" columns={COLUMNS} rows={rowsOf(report)} />
      <p className={styles.note}>
        {COMPLAINT_COLUMNS.map(({ label, definition }) => `${label}: ${definition}`).join('; ')}.
        Median time: half of the decisions were made within this time after the report.
      </p>
    </>
  );
}
