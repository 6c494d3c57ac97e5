import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import {
  DOCUMENT_LABELS,
  type PerformerDocument,
  type revealedDocumentSchema,
} from '../verification.schema.ts';
import styles from './documents-panel.module.css';
import { refreshPerformers } from './performers-queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { UploadDocumentDialog } from './upload-document-dialog.tsx';

type Revealed = z.infer<typeof revealedDocumentSchema> & { label: string };
type DocumentsPanelProps = { performerId: string; documents: PerformerDocument[] };

/** The documents of a performer, without their pictures, which are shown only for a reason. */
export function DocumentsPanel({ performerId, documents }: DocumentsPanelProps) {
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [requested, setRequested] = useState<PerformerDocument | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const remove = useMutation({
    mutationFn: (documentId: string) =>
      call(
        client.api.performers[':id'].documents[':documentId'].$delete({
          param: { id: performerId, documentId },
        }),
      ),
    onSuccess: () => refreshPerformers(queryClient),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  async function reveal(reason: string) {
    const param = { id: performerId, documentId: requested!.id };
    const { reveal: operation } = client.api.performers[':id'].documents[':documentId'];
    const found = await call(operation.$post({ param, json: { reason } }));
    setRevealed({ ...found, label: DOCUMENT_LABELS[requested!.kind] });
    setRequested(null);
  }
  return (
    <Panel
      title="Documents"
      aside={
        <Button
          variant="default"
          radius="xl"
          size="xs"
          leftSection={<Plus size={16} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          Add Document
        </Button>
      }
    >
      {documents.length === 0 ? (
        <p className={styles.soft}>No documents yet.</p>
      ) : (
        <ul className={styles.documents}>
          {documents.map((document) => (
            <li key={document.id}>
              <div>
                <strong>{DOCUMENT_LABELS[document.kind]}</strong>
                <small>{describe(document)}</small>
              </div>
              <div className={styles.actions}>
                <Button
                  variant="default"
                  radius="xl"
                  size="xs"
                  leftSection={<Eye size={16} aria-hidden="true" />}
                  onClick={() => setRequested(document)}
                >
                  View
                </Button>
                {!document.isUsed && (
                  <Button
                    variant="default"
                    radius="xl"
                    size="xs"
                    leftSection={<Trash2 size={16} aria-hidden="true" />}
                    loading={remove.isPending && remove.variables === document.id}
                    onClick={() => remove.mutate(document.id)}
                  >
                    Delete
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <UploadDocumentDialog
        performerId={performerId}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
      />
      <ReasonDialog
        title="View this document"
        submitLabel="View Document"
        opened={requested !== null}
        onSubmit={reveal}
        onClose={() => setRequested(null)}
      />
      <Modal
        title={revealed?.label}
        size="xl"
        opened={revealed !== null}
        closeButtonProps={{ 'aria-label': 'Close' }}
        onClose={() => setRevealed(null)}
      >
        {revealed && <Picture revealed={revealed} />}
      </Modal>
    </Panel>
  );
}

function describe({ country, expiresOn, createdAt }: PerformerDocument): string {
  const added = formatDate(createdAt);
  if (!country || !expiresOn) return `Added ${added}`;
  return `${countryName(country)} · expires ${formatUtcDate(expiresOn)} · added ${added}`;
}

/** The picture, only in the memory of this screen. */
function Picture({ revealed: { label, number, picture } }: { revealed: Revealed }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const created = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [picture]);
  return (
    <figure className={styles.picture}>
      {address && <img src={address} alt={label} />}
      {number && <figcaption>Number {number}</figcaption>}
    </figure>
  );
}
