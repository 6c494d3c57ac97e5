import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { call, client } from '#src/web/client.ts';
import type { Agreement } from '../../agreements.schema.ts';
import { AgreementDialog } from './agreement-dialog.tsx';
import styles from './file-panels.module.css';

const operations = client.api.influencers[':id'].agreements;

type AgreementsPanelProps = { influencer: { id: string; agreements: Agreement[] } };

/** What the agency and an influencer have signed. */
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
          Add
        </Button>
      }
    >
      {agreements.length === 0 ? (
        <p className={styles.none}>No agreements yet</p>
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

function AgreementText({ agreement }: { agreement: Agreement }) {
  const { title, signedOn, endsOn, location } = agreement;
  const today = new Date(useNow()).toISOString().slice(0, 10);
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
