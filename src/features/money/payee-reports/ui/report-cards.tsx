import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { PayeeReportSummary, PayeeSum } from '../payee-reports.schema.ts';
import { payeeReportsQuery } from './payee-reports-queries.ts';
import styles from './payee-reports.module.css';

const payees = ({ payees: count }: PayeeSum) => pluralize(count, 'payee', 'payees');

type ReportCardProps = { title: string; sum: PayeeSum; children: ReactNode; action?: ReactNode };

const ReportCard = ({ title, sum, children, action }: ReportCardProps) => (
  <section className={styles.report}>
    <h2>{title}</h2>
    <div className={styles.sum}>
      {formatCents(sum.cents)}
      <small>{payees(sum)}</small>
    </div>
    {children}
    {action && <div className={styles.action}>{action}</div>}
  </section>
);

type ReportCardsProps = { year: string; onMissing: () => void };

/** What the files of a year would contain, with their downloads, and who is missing. */
export function ReportCards({ year, onMissing }: ReportCardsProps) {
  const { data, error, isFetching, refetch } = useQuery(payeeReportsQuery(year));
  if (error && !data) {
    return (
      <InlineError
        text="Failed to fetch the sums"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height="13rem" mb="lg" aria-label="Loading..." />;
  return (
    <div className={styles.reports} aria-busy={isFetching}>
      <Form1099 summary={data} />
      <Dac7 summary={data} />
      <ReportCard
        title="Without tax details"
        sum={data.groups.missing}
        action={
          data.groups.missing.payees > 0 && (
            <Button variant="default" radius="xl" onClick={onMissing}>
              Show Payees
            </Button>
          )
        }
      >
        <p>
          {data.groups.missing.payees > 0
            ? 'No report names them until their tax details are confirmed.'
            : 'Everybody who was paid has confirmed tax details.'}
        </p>
      </ReportCard>
    </div>
  );
}

type SummaryProps = { summary: PayeeReportSummary };

function Form1099({ summary: { year, form1099 } }: SummaryProps) {
  const { thresholdCents, reported, belowThreshold, corporations } = form1099;
  return (
    <ReportCard
      title="Form 1099-NEC"
      sum={reported}
      action={
        reported.payees > 0 && (
          <DownloadButton href={`/api/payee-reports/1099-nec.csv?year=${year}`} radius="xl">
            Download CSV
          </DownloadButton>
        )
      }
    >
      <p>
        US persons who were paid {formatCents(thresholdCents)} or more, in box 1. Left out:{' '}
        {payees(belowThreshold)} below ({formatCents(belowThreshold.cents)}) and{' '}
        {pluralize(corporations.payees, 'corporation', 'corporations')} (
        {formatCents(corporations.cents)}).
      </p>
    </ReportCard>
  );
}

function Dac7({ summary: { year, groups, dac7 } }: SummaryProps) {
  return (
    <ReportCard
      title="DAC7"
      sum={groups.eu}
      action={
        dac7.country && (
          <DownloadButton href={`/api/payee-reports/dac7.xml?year=${year}`} radius="xl">
            Download XML
          </DownloadButton>
        )
      }
    >
      <p>
        {dac7.country ? (
          `Residents of the EU, reported to ${countryName(dac7.country)} by quarter, in whole dollars.`
        ) : (
          <>
            Residents of the EU. To report them, set <code>DAC7_COUNTRY</code> and restart.
          </>
        )}
      </p>
    </ReportCard>
  );
}
