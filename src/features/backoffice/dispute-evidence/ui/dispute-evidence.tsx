import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { Dispute } from '#src/features/money/disputes/disputes.schema.ts';
import { refreshDisputes } from '#src/features/money/disputes/ui/disputes-queries.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { Submission } from '../dispute-evidence.schema.ts';
import styles from './dispute-evidence.module.css';

const PENDING_REFETCH_MS = 3_000;

const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['disputes', 'submission', id],
    queryFn: () => call(client.api.disputes[':id'].submission.$get({ param: { id } })),
    refetchInterval: ({ state }) =>
      ['requested', 'attached'].includes(state.data?.last?.state ?? '')
        ? PENDING_REFETCH_MS
        : false,
    staleTime: 0,
  });

/** The evidence about a dispute: to download, and to submit where the provider takes it. */
export function DisputeEvidence({ dispute: { id, provider } }: { dispute: Dispute }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(submissionQuery(id));
  const [isAsking, setAsking] = useState(false);
  // One id while the drawer is open: repeated requests submit once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const submit = useMutation({
    mutationFn: () =>
      call(client.api.disputes[':id'].submission.$post({ param: { id }, json: { id: key } })),
    onSuccess: () =>
      toast.success('Success', { description: `Sending the evidence to ${provider}` }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setAsking(false);
      setKey(crypto.randomUUID());
      void refreshDisputes(queryClient);
    },
  });
  return (
    <section className={styles.evidence}>
      <h3>Evidence</h3>
      <p>
        The payment, the fan’s subscription, the emails about it, sign-ins and opened posts of this
        influencer. Captions, other fans and what the fan likes are not part of it.
      </p>
      {data?.last && <Result submission={data.last} provider={provider} />}
      <div className={styles.actions}>
        <DownloadButton radius="xl" href={`/api/disputes/${id}/evidence.pdf`}>
          Download PDF
        </DownloadButton>
        <DownloadButton radius="xl" href={`/api/disputes/${id}/evidence`}>
          Download JSON
        </DownloadButton>
        {data?.canSubmit && (
          <Button radius="xl" onClick={() => setAsking(true)}>
            Submit Evidence
          </Button>
        )}
      </div>
      <ConfirmDialog
        variant="card"
        title="Submit the evidence?"
        text="The bank takes evidence once. Download and read it first: it names the fan, the payments, sign-ins and opened posts."
        opened={isAsking}
        cancelLabel="Cancel"
        confirmLabel="Submit"
        isDangerous={false}
        isBusy={submit.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => !submit.isPending && submit.mutate()}
      />
    </section>
  );
}

type ResultProps = { submission: Submission; provider: string };

function Result({ submission, provider }: ResultProps) {
  const { state, requestedAt, requestedBy, settledAt, error } = submission;
  if (state === 'failed') {
    return (
      <p className={styles.error}>
        {provider} refused the evidence: {error}
      </p>
    );
  }
  if (state === 'submitted' && settledAt) {
    return (
      <p>
        Submitted on <time dateTime={settledAt}>{formatTime(settledAt)}</time> by{' '}
        {requestedBy ?? 'a former colleague'}. The bank decides within weeks.
      </p>
    );
  }
  return (
    <p>
      Being sent to {provider} since <time dateTime={requestedAt}>{formatTime(requestedAt)}</time>…
    </p>
  );
}
