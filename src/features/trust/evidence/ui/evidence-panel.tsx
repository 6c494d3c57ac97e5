import { ActionIcon, FileButton, Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { bytesText } from '#src/features/content/media/ui/transfer-rate.ts';
import { uploadFailure } from '#src/features/content/page-images/ui/upload-image.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import {
  EVIDENCE_MIME_TYPES,
  evidenceTooLarge,
  MAXIMUM_EVIDENCE_BYTES,
  type Evidence,
} from '../evidence.schema.ts';
import styles from './evidence-panel.module.css';

type EvidenceFile = Evidence['files'][number];

const evidenceOf = client.api.complaints[':id'].evidence;

const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['complaints', 'evidence', id],
    queryFn: () => call(evidenceOf.$get({ param: { id } })),
    staleTime: 0,
  });

async function upload(complaintId: string, files: File[]): Promise<void> {
  for (const file of files) {
    if (file.size > MAXIMUM_EVIDENCE_BYTES) throw new Error(evidenceTooLarge(file.name));
    const address = `/complaints/${complaintId}/evidence?name=${encodeURIComponent(file.name)}`;
    await call(fetch(address, { method: 'POST', body: file })).catch((error: unknown) => {
      throw new Error(uploadFailure(error).text);
    });
  }
}

/** The files of a complaint, by name: pictures may show what nobody wants to see unasked. */
export function EvidencePanel({ complaintId }: { complaintId: string }) {
  const queryClient = useQueryClient();
  const query = useQuery(evidenceQuery(complaintId));
  const headingId = useId();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['complaints'] });
  useLiveEvents(
    'notifications',
    () => void queryClient.invalidateQueries(evidenceQuery(complaintId)),
  );
  const adding = useMutation({
    mutationFn: (files: File[]) => upload(complaintId, files),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refresh(),
  });
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <h3 id={headingId}>Evidence</h3>
      {query.data ? (
        <EvidenceList complaintId={complaintId} files={query.data.files} onRemoved={refresh} />
      ) : query.isError ? (
        <InlineError text="Failed to fetch the files." onRetry={() => void query.refetch()} />
      ) : null}
      <FileButton
        multiple
        accept={EVIDENCE_MIME_TYPES.join(',')}
        inputProps={{ 'aria-label': 'Files for this complaint' }}
        onChange={(files) => adding.mutate(files)}
      >
        {(props) => (
          <Button
            {...props}
            size="sm"
            radius="xl"
            variant="default"
            loading={adding.isPending}
            leftSection={<Paperclip size={15} aria-hidden="true" />}
          >
            Add Files
          </Button>
        )}
      </FileButton>
    </section>
  );
}

const SOURCES: Record<EvidenceFile['source'], string> = {
  reporter: 'Reporter',
  influencer: 'Influencer',
  team: 'Former colleague',
};

type EvidenceListProps = { complaintId: string; files: EvidenceFile[]; onRemoved: () => unknown };

function EvidenceList({ complaintId, files, onRemoved }: EvidenceListProps) {
  const isAdmin = useSession()?.role === 'admin';
  const [removing, setRemoving] = useState<EvidenceFile | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id: evidenceId }: EvidenceFile) =>
      call(evidenceOf[':evidenceId'].$delete({ param: { id: complaintId, evidenceId } })),
    onSuccess: () => toast.success('Success', { description: 'File removed' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: async () => {
      await onRemoved();
      setRemoving(null);
    },
  });
  if (files.length === 0) return <p className={styles.none}>No files yet.</p>;
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id}>
            <div>
              <a
                href={`/complaints/${complaintId}/evidence/${file.id}`}
                target="_blank"
                rel="noopener"
                className="touch-target"
              >
                <bdi>{file.fileName}</bdi>
              </a>
              <small>
                {file.addedBy ?? SOURCES[file.source]}, {bytesText(file.bytes)},{' '}
                <time dateTime={file.createdAt}>{formatTime(file.createdAt)}</time>
              </small>
            </div>
            {isAdmin && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${file.fileName}`}
                onClick={() => setRemoving(file)}
              >
                <Trash2 size={15} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        variant="card"
        title="Remove this file?"
        text="Only remove what must not be stored. The history still says that it was there. This action cannot be undone."
        opened={removing !== null}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && mutate(removing)}
      />
    </>
  );
}
