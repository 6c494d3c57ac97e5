import { useQuery } from '@tanstack/react-query';
import { formatCents, formatList, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { KIND_PLURALS, PROVIDER_LABELS } from '../reconciliation.rules.ts';
import type { ReconciledProvider } from '../reconciliation.schema.ts';
import { RunState } from './reconciliation-badges.tsx';
import { reconciledProvidersQuery } from './reconciliation-queries.ts';
import styles from './reconciliation.module.css';
import { RunTotals } from './run-totals.tsx';

/** The connected providers: what can be compared, and how the newest comparison ended. */
export function ReconciledProviders() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(reconciledProvidersQuery);
  if (isPending) return <PanelSkeleton label="Loading the providers" height="16rem" />;
  if (isError) {
    return (
      <InlineError
        text="Failed to load the comparisons"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.providers}>
      {data.map((provider) => (
        <Provider key={provider.name} {...provider} />
      ))}
    </div>
  );
}

function Provider({ name, kinds, lastRun, openItems }: ReconciledProvider) {
  return (
    <Panel
      title={PROVIDER_LABELS[name] ?? name}
      aside={lastRun ? <RunState status={lastRun.status} /> : undefined}
    >
      <div className={styles.provider}>
        {kinds.length === 0 ? (
          <p>Not compared: this integration cannot list the provider’s records.</p>
        ) : (
          <p className={styles.soft}>
            Compares {formatList(kinds.map((kind) => KIND_PLURALS[kind].toLowerCase()))} every
            night.
          </p>
        )}
        {kinds.length > 0 && !kinds.includes('charge') && (
          <p className={styles.soft}>
            This provider doesn’t list its payments: compare its monthly statement with Payments by
            hand.
          </p>
        )}
        {kinds.length > 0 && !lastRun && <p>Not compared yet.</p>}
        {lastRun && <LastRun run={lastRun} openItems={openItems} />}
      </div>
    </Panel>
  );
}

type LastRunProps = {
  run: NonNullable<ReconciledProvider['lastRun']>;
  openItems: number;
};

function LastRun({ run, openItems }: LastRunProps) {
  const { status, startedAt, compared, repaired, error, feesRecorded, feeCents, feesError } = run;
  if (status === 'running') return <p>Comparing since {formatTime(startedAt)}…</p>;
  if (status === 'failed') {
    return (
      <>
        <p className={styles.error}>{error}</p>
        <p className={styles.soft}>Nothing was changed. The next comparison is tonight.</p>
      </>
    );
  }
  const differences = openItems === 1 ? '1 difference' : `${formatNumber(openItems)} differences`;
  return (
    <>
      <p>
        {formatNumber(compared)} records compared on {formatTime(startedAt)}.{' '}
        {repaired > 0 && `${formatNumber(repaired)} lost events were repaired. `}
        {openItems > 0 ? `${differences} to explain.` : 'No open differences.'}
      </p>
      {feesRecorded > 0 && (
        <p>
          {feesRecorded === 1 ? '1 provider fee' : `${formatNumber(feesRecorded)} provider fees`}{' '}
          recorded: {formatCents(feeCents)}.
        </p>
      )}
      {feesError !== null && <p className={styles.error}>Fees were not recorded. {feesError}</p>}
      <RunTotals run={run} />
    </>
  );
}
