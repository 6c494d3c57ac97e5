import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import { refreshPerformers } from '#src/features/agency/performers/ui/performers-queries.ts';
import { ReasonDialog } from '#src/features/agency/performers/ui/reason-dialog.tsx';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { coverageText } from '../consents.rules.ts';
import { CONSENT_METHOD_LABELS, CONSENT_SCOPE_LABELS, type Consent } from '../consents.schema.ts';
import { ConsentLinkDialog } from './consent-link-dialog.tsx';
import styles from './consents-panel.module.css';
import { consentsQuery } from './consents-queries.ts';
import { RecordConsentDialog } from './record-consent-dialog.tsx';

/** What a performer has consented to. */
export function ConsentsPanel({ performer }: { performer: Performer }) {
  const { id } = performer;
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(consentsQuery(id));
  const [isRecording, setIsRecording] = useState(false);
  const [isLinking, setIsLinking] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Consent | null>(null);
  if (!data) {
    return error ? (
      <ErrorNotice title="Failed to fetch the consents" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton label="Loading consents" height="10rem" />
    );
  }
  return (
    <Panel
      title="Consents"
      aside={
        <span className={styles.actions}>
          <Button
            variant="default"
            radius="xl"
            size="xs"
            leftSection={<Link2 size={16} aria-hidden="true" />}
            onClick={() => setIsLinking(true)}
          >
            Private Link
          </Button>
          <Button
            variant="default"
            radius="xl"
            size="xs"
            leftSection={<Plus size={16} aria-hidden="true" />}
            onClick={() => setIsRecording(true)}
          >
            Record Consent
          </Button>
        </span>
      }
    >
      {data.length === 0 ? (
        <p className={styles.soft}>No consents yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.map((consent) => (
            <ConsentItem
              key={consent.id}
              consent={consent}
              onWithdraw={() => setWithdrawing(consent)}
            />
          ))}
        </ul>
      )}
      <RecordConsentDialog
        performer={performer}
        opened={isRecording}
        onClose={() => setIsRecording(false)}
      />
      <ConsentLinkDialog
        performer={performer}
        opened={isLinking}
        onClose={() => setIsLinking(false)}
      />
      <ReasonDialog
        title="Withdraw this consent"
        submitLabel="Withdraw and Take Posts Down"
        opened={withdrawing !== null}
        onSubmit={async (reason) => {
          const param = { id, consentId: withdrawing!.id };
          const { withdraw } = client.api.performers[':id'].consents[':consentId'];
          await call(withdraw.$post({ param, json: { reason } }));
          setWithdrawing(null);
          await refreshPerformers(queryClient);
        }}
        onClose={() => setWithdrawing(null)}
      />
    </Panel>
  );
}

function ConsentItem({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const { scopes, method, givenOn, note, recordedBy, createdAt, withdrawnAt } = consent;
  const { withdrawnBy, withdrawalReason } = consent;
  return (
    <li>
      <div>
        <strong dir="auto">{coverageText(consent)}</strong>
        <small>{scopes.map((scope) => CONSENT_SCOPE_LABELS[scope]).join(', ')}</small>
        <small>
          {CONSENT_METHOD_LABELS[method]} on {formatUtcDate(givenOn)}
          {note && <bdi> · {note}</bdi>}
        </small>
        <small>
          Recorded by <bdi>{recordedBy ?? 'a former colleague'}</bdi>, {formatDate(createdAt)}
        </small>
        {withdrawnAt && (
          <small>
            Withdrawn by <bdi>{withdrawnBy ?? 'the person'}</bdi>, {formatDate(withdrawnAt)}
            {withdrawalReason && <bdi>: {withdrawalReason}</bdi>}
          </small>
        )}
      </div>
      <div className={styles.state}>
        {withdrawnAt ? (
          <StateBadge variant="danger" icon={CircleX}>
            Withdrawn
          </StateBadge>
        ) : (
          <>
            <StateBadge variant="success" icon={CircleCheck}>
              In force
            </StateBadge>
            <Button variant="default" radius="xl" size="xs" onClick={onWithdraw}>
              Withdraw
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
