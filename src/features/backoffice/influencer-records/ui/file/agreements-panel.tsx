import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { SignatureState } from '#src/features/trust/agreements/ui/agreement-state.tsx';
import { creatorAgreementsQuery } from '#src/features/trust/agreements/ui/agreements-queries.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Agreement } from '../../agreements.schema.ts';
import { AgreementDialog } from './agreement-dialog.tsx';
import styles from './file-panels.module.css';

const operations = client.api.influencers[':id'].agreements;

type AgreementsPanelProps = { influencer: { id: string; agreements: Agreement[] } };

/** What the agency and an influencer have signed, here and on paper. */
export function AgreementsPanel({ influencer: { id, agreements } }: AgreementsPanelProps) {
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const refresh = () => refreshInfluencers(queryClient);
  const add = (json: Agreement) => call(operations.$post({ param: { id }, json })).then(refresh);
  const { mutate: remove, isPending } = useMutation({
    mutationFn: (agreement: Agreement) =>
      call(operations[':agreementId'].$delete({ param: { id, agreementId: agreement.id } })),
    onSuccess: (_, agreement) =>
      toastWithUndo({
        title: `“${agreement.title}” deleted`,
        undo: () => add(agreement),
        undone: `“${agreement.title}” restored`,
      }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: refresh,
  });
  return (
    <Panel
      title="Agreements"
      aside={
        <Button variant="default" size="xs" radius="xl" onClick={() => setIsAdding(true)}>
          Add Paper Agreement
        </Button>
      }
    >
      <SignedAgreements influencerId={id} />
      <h3 className={styles.heading}>Recorded on paper</h3>
      {agreements.length === 0 ? (
        <p className={styles.none}>None recorded</p>
      ) : (
        <ul className={styles.agreements}>
          {agreements.map((agreement) => (
            <li key={agreement.id}>
              <AgreementText agreement={agreement} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${agreement.title}`}
                disabled={isPending}
                onClick={() => remove(agreement)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <AgreementDialog opened={isAdding} onClose={() => setIsAdding(false)} add={add} />
    </Panel>
  );
}

/** The creator agreements that were signed in the influencer's account. */
function SignedAgreements({ influencerId }: { influencerId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(creatorAgreementsQuery(influencerId));
  return (
    <>
      <h3 className={styles.heading}>Signed online</h3>
      {data ? (
        data.length === 0 ? (
          <p className={styles.none}>Nothing signed yet</p>
        ) : (
          <ul className={styles.agreements}>
            {data.map((agreement) => (
              <li key={agreement.id}>
                <div>
                  <Link
                    to="/agreements"
                    search={{ agreement: agreement.id }}
                    className="touch-target"
                  >
                    Creator agreement, version {agreement.number}
                  </Link>
                  <small>Signed {formatDate(agreement.signedAt)}</small>
                  <SignatureState {...agreement} />
                </div>
                <DownloadButton
                  size="xs"
                  radius="xl"
                  href={`/api/signed-agreements/${agreement.id}/document.pdf`}
                >
                  PDF
                </DownloadButton>
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <InlineError
          text="Failed to load the signed agreements"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <p className={styles.none} role="status">
          Loading…
        </p>
      )}
    </>
  );
}

function AgreementText({ agreement }: { agreement: Agreement }) {
  const { title, signedOn, endsOn, location } = agreement;
  const today = formatUtcDay(new Date(useNow()));
  const end = endsOn && `${endsOn < today ? 'ended' : 'until'} ${formatUtcDate(endsOn)}`;
  return (
    <div>
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <small>
        Signed {formatUtcDate(signedOn)}
        {end && `, ${end}`}
      </small>
      {location && (
        <small>
          <LinkedText text={location} />
        </small>
      )}
    </div>
  );
}
