import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatOnScreen } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type { SystemPart, SystemStatus } from '../system-status.schema.ts';
import { systemStatusQuery } from './dashboard-queries.ts';
import styles from './system-status-panel.module.css';

const NAMES: Record<SystemPart, string> = {
  database: 'Database',
  storage: 'Storage',
  mail: 'Mail',
  jobs: 'Background jobs',
  payments: 'Payments',
  ledger: 'Ledger',
  reconciliation: 'Reconciliation',
  identity: 'Identity checks',
  consents: 'Consents',
  agreements: 'Creator agreements',
  reviews: 'Reviews',
};

/** What an admin does about a problem that no screen solves. */
const REMEDIES: Record<SystemPart, string> = {
  database: 'Check the load and the clock of the database server, and DATABASE_URL.',
  storage: 'Free space in DATA_DIR, or check the access to the bucket (S3_BUCKET and its keys).',
  mail: 'Set SMTP_URL to your mail server, and restart.',
  jobs: 'Look for errors in the log of the server, and restart it if no job runs.',
  payments: 'Set PAYMENTS to stripe, verotel or ccbill, and restart.',
  ledger: 'Look for errors of the job ledger-check in the log of the server.',
  reconciliation: 'Check that background jobs run.',
  identity: 'Look for errors of identity checks in the log of the server.',
  consents: 'Verify all performers and record their consents, set REQUIRE_CONSENTS, and restart.',
  agreements: 'Have all influencers sign, countersign, set REQUIRE_AGREEMENTS, and restart.',
  reviews: 'Have two people who review posts, set REQUIRE_REVIEW, and restart.',
};

const LINKS = {
  '/payment-events': 'View payment events',
  '/ledger-checks': 'View ledger checks',
  '/reconciliation': 'View reconciliation',
  '/jobs': 'View failed jobs',
};

const STATES = {
  ok: { label: 'OK', icon: CircleCheck },
  warning: { label: 'Warning', icon: TriangleAlert },
  down: { label: 'Down', icon: CircleX },
} as const;

/** The system status, refreshed twice a minute. */
export function SystemStatusPanel() {
  const query = useQuery(systemStatusQuery);
  const { data, isPending, isError } = query;
  if (isPending) return <PanelSkeleton label="Checking the system" height="22rem" />;
  return (
    <Panel title="System status" aside={data && !isError && <CheckedAt {...data} />}>
      {isError ? (
        <InlineError
          text="Failed to load the system status"
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <ul className={styles.parts}>
          {data.parts.map((part) => (
            <Part key={part.part} {...part} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const CheckedAt = ({ checkedAt }: Pick<SystemStatus, 'checkedAt'>) => (
  <span className={styles.checked}>
    Checked at <time dateTime={checkedAt}>{formatOnScreen(checkedAt, 'exactClock')}</time>
  </span>
);

function Part({ part, state, text, to }: SystemStatus['parts'][number]) {
  const isAdmin = useSession()?.role === 'admin';
  const { label, icon: Icon } = STATES[state];
  return (
    <li className={styles.part} data-state={state}>
      <Icon size={19} aria-hidden="true" />
      <strong>{NAMES[part]}</strong>
      <span className={styles.state}>{label}</span>
      <span className={styles.text}>
        {text}
        {isAdmin && to && (
          <Link to={to} className={styles.link}>
            {LINKS[to]}
          </Link>
        )}
        {isAdmin && !to && state !== 'ok' && (
          <span className={styles.remedy}>{REMEDIES[part]}</span>
        )}
      </span>
    </li>
  );
}
