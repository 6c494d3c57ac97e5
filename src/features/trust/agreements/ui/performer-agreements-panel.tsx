import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { AGREEMENT_KIND_LABELS } from '../agreements.schema.ts';
import { SignatureState } from './agreement-state.tsx';
import { agreementsOfPerformerQuery } from './agreements-queries.ts';
import styles from './agreements.module.css';

/** What a performer has signed. */
export function PerformerAgreementsPanel({ performerId }: { performerId: string }) {
  const { data, error, refetch } = useQuery(agreementsOfPerformerQuery(performerId));
  if (!data) {
    return error ? (
      <ErrorNotice title="Failed to fetch the agreements" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton label="Loading agreements" height="8rem" />
    );
  }
  return (
    <Panel title="Signed agreements">
      {data.length === 0 ? (
        <p className={styles.soft}>Nothing signed yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.map(({ id, kind, number, signedAt, ...row }) => (
            <li key={id}>
              <div>
                <Link to="/agreements" search={{ agreement: id }} className="touch-target">
                  {AGREEMENT_KIND_LABELS[kind]}, version {number}
                </Link>
                <small>Signed {formatDate(signedAt)}</small>
              </div>
              <SignatureState kind={kind} {...row} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
