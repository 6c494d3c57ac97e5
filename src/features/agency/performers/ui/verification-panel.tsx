import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Performer } from '../performers.schema.ts';
import { listVerificationActions, type VerificationAction } from '../verification-actions.rules.ts';
import type { Verification } from '../verification.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CheckDialog } from './check-dialog.tsx';
import styles from './documents-panel.module.css';
import { refreshPerformers } from './performers-queries.ts';
import { ReadComparison } from './read-comparison.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { VerificationBadge } from './verification-badge.tsx';
import { instructionOf } from './verification-texts.ts';

type VerificationPanelProps = { performer: Performer; verification: Verification };
type Dialog = 'check' | 'reject' | null;

/** The check of a performer's identity, by two people or by a provider. */
export function VerificationPanel({ performer, verification }: VerificationPanelProps) {
  const { id, fullName } = performer;
  const { state, check, documents, provider } = verification;
  const queryClient = useQueryClient();
  const [dialogShown, setDialogShown] = useState<Dialog>(null);
  const close = () => setDialogShown(null);
  const param = { id };
  const operations = client.api.performers[':id'].verification;
  const steps = {
    start: () => operations.$post({ param }),
    confirm: () => operations.confirm.$post({ param }),
    end: () => operations.end.$post({ param }),
  };
  const step = useMutation({
    mutationFn: (next: keyof typeof steps) => call(steps[next]()),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshPerformers(queryClient),
  });
  const link = useMutation({
    mutationFn: () => call(operations.session.$post({ param })),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshPerformers(queryClient),
  });
  const run: Record<VerificationAction, () => void> = {
    link: () => link.mutate(),
    start: () => step.mutate('start'),
    check: () => setDialogShown('check'),
    confirm: () => step.mutate('confirm'),
    reject: () => setDialogShown('reject'),
    end: () => step.mutate('end'),
  };
  const isPending = { link: link.isPending, start: step.isPending, confirm: step.isPending };
  const waits = check?.status === 'checked' && check.method === 'manual' && !check.isOwnCheck;
  const { isRefused, notice } = useTwoPeople('identity', waits ? [check.id] : []);
  return (
    <Panel title="Verification" aside={<VerificationBadge state={state} />}>
      {check && <CheckFacts check={check} />}
      {check?.session?.read && (
        <ReadComparison performer={performer} read={check.session.read} check={check} />
      )}
      <p className={styles.soft}>{instructionOf(verification)}</p>
      {notice}
      <div className={styles.actions}>
        {listVerificationActions(verification).map(({ action, label }, index) => (
          <Button
            key={action}
            radius="xl"
            variant={index === 0 ? 'filled' : 'default'}
            disabled={action === 'confirm' && isRefused}
            loading={isPending[action as keyof typeof isPending] ?? false}
            onClick={run[action]}
          >
            {label}
          </Button>
        ))}
      </div>
      <CheckDialog
        performerId={id}
        documents={documents}
        opened={dialogShown === 'check'}
        onClose={close}
      />
      <ReasonDialog
        title="Reject this check"
        submitLabel="Reject"
        opened={dialogShown === 'reject'}
        onSubmit={async (reason) => {
          await call(operations.reject.$post({ param, json: { reason } }));
          close();
          await refreshPerformers(queryClient);
        }}
        onClose={close}
      />
      <FormDialog
        title="Private Link"
        size="30rem"
        opened={link.isSuccess}
        onClose={() => link.reset()}
      >
        {() => (
          <div className={dialog.form}>
            <p>
              With this link <bdi>{fullName}</bdi> shows an ID document and their face to{' '}
              {provider && PROVIDER_LABELS[provider]}. Send it to them alone.
            </p>
            {link.data && (
              <p className={styles.link}>
                <CopyableText name="Link" text={link.data.url} />
              </p>
            )}
          </div>
        )}
      </FormDialog>
    </Panel>
  );
}

type Check = NonNullable<Verification['check']>;

function CheckFacts({ check }: { check: Check }) {
  const { method, word, checkedBy, decidedBy, decidedAt, expiresOn, reason, status } = check;
  return (
    <FactList>
      {check.session && (
        <Fact label={status === 'started' ? 'Check by' : 'Checked by'}>
          {PROVIDER_LABELS[check.session.provider]}
        </Fact>
      )}
      {status === 'started' && method === 'manual' && <Fact label="Words">{word}</Fact>}
      {checkedBy && <Fact label="Checked by">{checkedBy}</Fact>}
      {decidedAt && (
        <Fact label={DECIDED[status]}>
          {(method === 'manual' || decidedBy) && <bdi>{decidedBy ?? 'Former colleague'}</bdi>}
          <small>{formatDate(decidedAt)}</small>
        </Fact>
      )}
      {expiresOn && <Fact label="Document expires">{formatUtcDate(expiresOn)}</Fact>}
      {reason && (
        <Fact label="Reason">
          <span dir="auto">{reason}</span>
        </Fact>
      )}
    </FactList>
  );
}

const DECIDED: Record<Check['status'], string> = {
  started: '',
  checked: '',
  verified: 'Confirmed',
  rejected: 'Rejected',
  ended: 'Ended',
};
