import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { TableFrame } from '#src/ui/list-view/card-table.tsx';
import { InfoTooltip } from '#src/ui/page/info-tooltip.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { COHORT_MONTHS, type Cohort, type CohortsQuery } from '../reports.schema.ts';
import styles from './cohort-retention.module.css';
import { DEFINITIONS } from './definitions.ts';
import { cohortsQuery, reportFile } from './reports-queries.ts';

const MONTHS = Array.from({ length: COHORT_MONTHS }, (_, since) => since);

/** The share of a cohort; the deeper the color, the more have stayed. */
function ShareCell({ count, fans }: { count: number; fans: number }) {
  const percent = Math.round((count / fans) * 100);
  return (
    <td style={{ '--share': `${percent}%` } as CSSProperties} data-share>
      {formatPercent(percent)}
    </td>
  );
}

const CohortRow = ({ start, fans, subscribed }: Cohort) => (
  <tr>
    <th scope="row">{formatInstant(start, 'month', 'UTC')}</th>
    <td>{formatNumber(fans)}</td>
    {subscribed.map((count, since) => (
      <ShareCell key={MONTHS[since]} count={count} fans={fans} />
    ))}
  </tr>
);

/** How many fans stay subscribed, by the month of their first payment. */
export function CohortRetention({ query }: { query: CohortsQuery }) {
  const { data, isError, isFetching, refetch } = useQuery(cohortsQuery(query));
  if (!data) {
    return isError ? (
      <InlineError
        text="Failed to fetch the cohorts"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <PanelSkeleton label="Loading the cohorts" height="20rem" />
    );
  }
  const shown = data.cohorts.filter(({ fans }) => fans > 0);
  return (
    <Panel
      title="Cohort retention"
      aside={
        <DownloadButton href={reportFile('cohorts', query)} size="sm">
          Export CSV
        </DownloadButton>
      }
    >
      <p className={styles.note}>
        Share of fans still subscribed at the end of each month, by the month of their first payment
        <InfoTooltip label="Cohort retention" meaning={DEFINITIONS['Cohort retention']} />
      </p>
      {shown.length === 0 ? (
        <p className={styles.note}>No first payments in the last {COHORT_MONTHS} months</p>
      ) : (
        <TableFrame label="Cohort retention" className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">First payment</th>
                <th scope="col">Fans</th>
                {MONTHS.map((since) => (
                  <th key={since} scope="col">
                    {since === 0 ? 'Same month' : `+${since}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((cohort) => (
                <CohortRow key={cohort.start} {...cohort} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Panel>
  );
}
