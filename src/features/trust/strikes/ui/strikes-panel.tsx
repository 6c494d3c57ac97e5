import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { KIND_LABELS } from '#src/features/trust/complaints/complaints.rules.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { ACCOUNT_OUTCOME_LABELS, strikesText } from '../strikes.rules.ts';
import type { Strikes } from '../strikes.schema.ts';
import { DecideAccountForm } from './decide-account-form.tsx';
import styles from './strikes-panel.module.css';
import { strikesQuery } from './strikes-queries.ts';

/** The strikes of an influencer and what was decided about their account; nothing without any. */
export function StrikesPanel({ influencerId }: { influencerId: string }) {
  const queryClient = useQueryClient();
  const query = strikesQuery(influencerId);
  const { data } = useQuery(query);
  useLiveEvents('notifications', () => void queryClient.invalidateQueries(query));
  const isAdmin = useSession()?.role === 'admin';
  const [isDeciding, setIsDeciding] = useState(false);
  if (!data || (data.strikes.length === 0 && data.decisions.length === 0)) return null;
  const close = () => setIsDeciding(false);
  return (
    <Panel
      title="Strikes"
      aside={
        isAdmin &&
        data.strikes.length > 0 && (
          <Button
            variant={data.needsDecision ? 'filled' : 'default'}
            size="xs"
            radius="xl"
            onClick={() => setIsDeciding(true)}
          >
            Decide About This Account
          </Button>
        )
      }
    >
      <p className={data.needsDecision ? styles.warning : styles.summary}>
        {strikesText(data)}.
        {data.needsDecision &&
          ` From ${data.rule.decideFrom} on, an admin has to decide about the account.`}
      </p>
      <ul className={styles.list}>
        {data.strikes.map((strike) => (
          <li key={strike.complaint?.id ?? strike.at}>
            <Strike strike={strike} />
          </li>
        ))}
      </ul>
      <Decisions decisions={data.decisions} />
      <FormDialog
        title="Decide About This Account"
        size="32rem"
        opened={isDeciding}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={close}
      >
        {(onCancel) => (
          <DecideAccountForm
            influencerId={influencerId}
            strikes={data.strikes.length}
            onClose={close}
            onCancel={onCancel}
          />
        )}
      </FormDialog>
    </Panel>
  );
}

function Strike({ strike: { at, until, complaint } }: { strike: Strikes['strikes'][number] }) {
  return (
    <>
      {complaint ? (
        <Link to="/complaints" search={{ complaint: complaint.id }} className="touch-target">
          {KIND_LABELS[complaint.kind]} ({complaint.reference})
        </Link>
      ) : (
        'A complaint that only admins can see'
      )}
      {complaint && <bdi>{complaint.label}</bdi>}
      {complaint && <span dir="auto">{complaint.reason}</span>}
      <small>
        Removed on <time dateTime={at}>{formatDate(at)}</time>, counts until{' '}
        <time dateTime={until}>{formatDate(until)}</time>
      </small>
    </>
  );
}

const Decisions = ({ decisions }: Pick<Strikes, 'decisions'>) =>
  decisions.length > 0 && (
    <>
      <h3 className={styles.heading}>Decisions about the account</h3>
      <ul className={styles.list}>
        {decisions.map(({ id, outcome, text, strikes, decidedBy, createdAt }) => (
          <li key={id}>
            <strong>{ACCOUNT_OUTCOME_LABELS[outcome]}</strong>
            <span dir="auto">{text}</span>
            <small>
              {decidedBy ?? 'Former colleague'},{' '}
              <time dateTime={createdAt}>{formatDate(createdAt)}</time>, with{' '}
              {strikes === 1 ? '1 strike' : `${strikes} strikes`}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
