import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { regionName } from '#src/lib/locale/countries.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { AGE_METHOD_LABELS, type AgeOverview } from '../age-checks.schema.ts';
import styles from './age-overview-page.module.css';
import { ageOverviewQuery } from './age-overview-query.ts';

type Method = AgeOverview['methods'][number] & { id: string };

const COLUMNS: TableColumn<Method>[] = [
  {
    label: 'Method',
    cell: ({ method, isOffered }) => (
      <>
        {AGE_METHOD_LABELS[method]}
        {!isOffered && <small> (no longer offered)</small>}
      </>
    ),
  },
  { label: 'Passed', isNumber: true, cell: ({ passed }) => formatNumber(passed) },
  { label: 'Failed', isNumber: true, cell: ({ failed }) => formatNumber(failed) },
  { label: 'Without a result', isNumber: true, cell: ({ unfinished }) => formatNumber(unfinished) },
];

/** Where an age has to be verified, how, and how it goes. */
export function AgeOverviewPage() {
  const { data, error, refetch } = useQuery(ageOverviewQuery);
  return (
    <>
      <PageHead
        title="Age Checks"
        subtitle="Where a declaration of age isn’t enough, and how visitors and fans verify theirs."
      />
      {data ? (
        <Overview {...data} />
      ) : error ? (
        <ErrorNotice title="Failed to fetch the age checks" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="20rem" />
      )}
    </>
  );
}

function Overview({ methods, ...overview }: AgeOverview) {
  const { verifiedFans, verifiedVisitors, revoked } = overview;
  return (
    <div className={styles.page}>
      <Panel title="Policy by region">
        <Policies {...overview} />
      </Panel>
      <Panel title="Verified now">
        <dl className={styles.figures}>
          <Figure label="Fans" value={verifiedFans} />
          <Figure label="Visitors without an account" value={verifiedVisitors} />
          <Figure label="Revoked" value={revoked} />
        </dl>
        <p className={styles.note}>
          A verification counts for {overview.validDays} days. Only its method and time are stored.
          Revoke that of a fan on the fan’s page.
        </p>
      </Panel>
      <Panel title="Checks of the last 30 days">
        {methods.length > 0 ? (
          <CardTable
            label="Checks by method"
            columns={COLUMNS}
            rows={methods.map((figures) => ({ ...figures, id: figures.method }))}
          />
        ) : (
          <p className={styles.note}>
            No method is set up. Add one to AGE_CHECKS in the configuration before you add regions
            to VERIFIED_REGIONS.
          </p>
        )}
      </Panel>
    </div>
  );
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
);

type PoliciesProps = Pick<AgeOverview, 'blocked' | 'verified' | 'regionSource'>;

function Policies({ blocked, verified, regionSource }: PoliciesProps) {
  const list = (regions: string[]) =>
    regions.length > 0 ? regions.map(regionName).join(', ') : 'None';
  return (
    <>
      <dl className={styles.policies}>
        <div>
          <dt>Verified</dt>
          <dd>{list(verified)}</dd>
          <dd className={styles.note}>Creators are shown only after an age check.</dd>
        </div>
        <div>
          <dt>Blocked</dt>
          <dd>{list(blocked)}</dd>
          <dd className={styles.note}>
            Nothing is shown but legal pages, reports, sign-in and a fan’s own account.
          </dd>
        </div>
        <div>
          <dt>Declaration</dt>
          <dd>Everywhere else</dd>
          <dd className={styles.note}>Visitors confirm that they’re 18 or older.</dd>
        </div>
      </dl>
      <p className={styles.note}>
        {regionSource === 'header'
          ? 'The proxy’s header names the region of a request.'
          : 'The country of a request is looked up by its network address.'}{' '}
        Policies are part of the configuration: VERIFIED_REGIONS and BLOCKED_REGIONS.
      </p>
    </>
  );
}
