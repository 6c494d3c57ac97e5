import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatOnScreen } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { SYSTEM_PART_NAMES, SYSTEM_REMEDIES } from '../system-status.rules.ts';
import type { SystemStatus } from '../system-status.schema.ts';
import { systemStatusQuery } from './dashboard-queries.ts';
import styles from './system-status-panel.module.css';

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
    <Panel
      title="System status"
      anchor="system-status"
      aside={data && !isError && <CheckedAt {...data} />}
    >
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
      <strong>{SYSTEM_PART_NAMES[part]}</strong>
      <span className={styles.state}>{label}</span>
      <span className={styles.text}>
        {text}
        {isAdmin && to && (
          <Link to={to} className={styles.link}>
            {LINKS[to]}
          </Link>
        )}
        {isAdmin && !to && state !== 'ok' && (
          <span className={styles.remedy}>{SYSTEM_REMEDIES[part]}</span>
        )}
      </span>
    </li>
  );
}
