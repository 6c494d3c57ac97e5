import { Alert, Button, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { call, client } from '#src/web/client.ts';
import { reasonSchema, type Payee, type Version } from '../payees.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { AccountSummary } from './account-summary.tsx';
import { BankDetailsDialog } from './bank-details-form.tsx';
import { payeeQuery } from './bank-details-queries.ts';
import styles from './bank-details.module.css';
import { RevealDialog } from './reveal-dialog.tsx';

/** An influencer's bank details in the back office: confirm or decline a change, propose another. */
export function PayeePanel({ influencerId }: { influencerId: string }) {
  const { data, error, isFetching, refetch } = useQuery(payeeQuery(influencerId));
  return (
    <Panel title="Bank details">
      {data && <PayeeAccount influencerId={influencerId} payee={data} />}
      {!data && error && (
        <InlineError
          text="Failed to fetch the bank details"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="4rem" aria-label="Loading..." />}
    </Panel>
  );
}

type Open = 'propose' | 'decline' | 'reveal' | null;

function PayeeAccount({ influencerId, payee }: { influencerId: string; payee: Payee }) {
  const queryClient = useQueryClient();
  const isAdmin = useSession()?.role === 'admin';
  const [open, setOpen] = useState<Open>(null);
  const { confirmed, proposed, heldUntil, versions } = payee;
  const onChanged = (changed: Payee) =>
    queryClient.setQueryData(payeeQuery(influencerId).queryKey, changed);
  const close = () => setOpen(null);
  return (
    <>
      {confirmed ? (
        <AccountSummary version={confirmed} />
      ) : (
        <p className={styles.soft}>
          {proposed
            ? 'No confirmed account yet.'
            : 'No bank details yet. Files to the bank leave this influencer out.'}
        </p>
      )}
      {heldUntil && (
        <p className={styles.soft}>
          New details: files to the bank hold payouts until {formatTime(heldUntil)}.
        </p>
      )}
      {proposed && (
        <Proposal
          influencerId={influencerId}
          version={proposed}
          onChanged={onChanged}
          onDecline={() => setOpen('decline')}
        />
      )}
      <div className={styles.actions}>
        <Button variant="default" radius="xl" onClick={() => setOpen('propose')}>
          {confirmed || proposed ? 'Enter Another Account' : 'Enter Bank Details'}
        </Button>
        {isAdmin && (confirmed ?? proposed) && (
          <Button variant="subtle" radius="xl" onClick={() => setOpen('reveal')}>
            Show Full Number
          </Button>
        )}
      </div>
      {versions.length > 1 && <History versions={versions} />}
      <BankDetailsDialog
        opened={open === 'propose'}
        explanation="The influencer receives an email at once, and a second person has to confirm what you enter."
        save={async (json) =>
          onChanged(
            await call(
              client.api.influencers[':id']['bank-details'].$post({
                param: { id: influencerId },
                json,
              }),
            ),
          )
        }
        onClose={close}
      />
      {proposed && (
        <DeclineDialog
          opened={open === 'decline'}
          influencerId={influencerId}
          version={proposed}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {isAdmin && (
        <RevealDialog
          influencerId={influencerId}
          version={open === 'reveal' ? (confirmed ?? proposed) : null}
          onClose={close}
        />
      )}
    </>
  );
}

type ProposalProps = {
  influencerId: string;
  version: Version;
  onChanged: (payee: Payee) => void;
};

function Proposal({
  influencerId,
  version,
  onChanged,
  onDecline,
}: ProposalProps & { onDecline: () => void }) {
  const param = { id: influencerId, versionId: version.id };
  const confirm = useMutation({
    mutationFn: () =>
      call(client.api.influencers[':id']['bank-details'][':versionId'].confirm.$post({ param })),
    onSuccess: (payee) => {
      onChanged(payee);
      toast.success('Success', { description: 'Bank details confirmed' });
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const isAdmin = useSession()?.role === 'admin';
  const mayConfirm = !version.isOwnProposal && (isAdmin || !version.needsAdmin);
  const by = version.isByPayee ? 'the influencer' : (version.proposedBy ?? 'Unknown');
  return (
    <Alert variant="light" color="yellow" title="A change waits for confirmation">
      <div className={styles.account}>
        <AccountSummary version={version} />
        <span>
          Entered by <bdi>{by}</bdi> on {formatTime(version.proposedAt)}
        </span>
        {version.isOwnProposal ? (
          <span>You entered it, so somebody else has to confirm it.</span>
        ) : !mayConfirm ? (
          <span>A colleague entered it, so an admin has to confirm it.</span>
        ) : (
          <span>Check it with the influencer by phone or in person before you confirm.</span>
        )}
        <div className={styles.actions}>
          {mayConfirm && (
            <Button radius="xl" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              Confirm
            </Button>
          )}
          <Button variant="default" radius="xl" onClick={onDecline}>
            Decline
          </Button>
        </div>
      </div>
    </Alert>
  );
}

type DeclineProps = ProposalProps & { opened: boolean; onClose: () => void };

const DeclineDialog = ({ opened, onClose, ...props }: DeclineProps) => (
  <FormDialog
    title="Decline bank details"
    size="30rem"
    opened={opened}
    leaveConfirmation={INPUT_WILL_BE_LOST}
    onClose={onClose}
  >
    {(onCancel) => <Decline {...props} onClose={onClose} onCancel={onCancel} />}
  </FormDialog>
);

function Decline({
  influencerId,
  version,
  onChanged,
  onClose,
  onCancel,
}: Omit<DeclineProps, 'opened'> & { onCancel: () => void }) {
  const param = { id: influencerId, versionId: version.id };
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(reasonSchema.safeParse(values)),
    async send(json) {
      const declined = client.api.influencers[':id']['bank-details'][':versionId'].decline;
      onChanged(await call(declined.$post({ param, json })));
      onClose();
    },
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <Textarea
        label="Reason"
        description="The influencer receives it by email."
        data-autofocus
        autosize
        minRows={2}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel="Decline" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

const History = ({ versions }: { versions: Version[] }) => (
  <details>
    <summary>All versions ({versions.length})</summary>
    <ul className={styles.versions}>
      {versions.map((version) => (
        <li key={version.id}>
          <AccountSummary version={version} />
          <span className={styles.soft}>
            Entered by <bdi>{version.proposedBy ?? 'Unknown'}</bdi> on{' '}
            {formatDate(version.proposedAt)}
            {version.decidedAt && (
              <>
                , decided by <bdi>{version.decidedBy ?? 'Unknown'}</bdi> on{' '}
                {formatDate(version.decidedAt)}
              </>
            )}
            {version.reason && (
              <>
                : <bdi>{version.reason}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
