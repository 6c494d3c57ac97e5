import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { pluralize } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import {
  AGREEMENT_KIND_LABELS,
  AGREEMENT_KINDS,
  type AgreementKind,
  type AgreementVersionRow,
} from '../agreements.schema.ts';
import { agreementVersionsQuery, refreshAgreements } from './agreements-queries.ts';
import { AgreementsTabs } from './agreements-tabs.tsx';
import styles from './agreements.module.css';
import { DraftDialog, type OpenDraft } from './draft-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

/** The templates of agreements and their versions. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(agreementVersionsQuery);
  return (
    <AgreementsTabs value="/agreements/templates">
      {data ? (
        <div className={styles.stack}>
          {AGREEMENT_KINDS.map((kind) => (
            <Template
              key={kind}
              kind={kind}
              versions={data.filter((version) => version.kind === kind)}
            />
          ))}
        </div>
      ) : error ? (
        <ErrorNotice title="Failed to fetch the templates" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading templates">
          <Skeleton height="16rem" />
        </div>
      )}
    </AgreementsTabs>
  );
}

const TEXTS: Record<AgreementKind, string> = {
  'creator-agreement':
    'Between the agency and an influencer. Influencers sign it in their account, and an admin countersigns.',
  'model-release':
    'Of a person who is depicted: that they are an adult and agree to the publication.',
};

type TemplateProps = { kind: AgreementKind; versions: AgreementVersionRow[] };

function Template({ kind, versions }: TemplateProps) {
  const isAdmin = useSession()?.role === 'admin';
  const [editing, setEditing] = useState<OpenDraft | null>(null);
  const [viewed, setViewed] = useState<string | null>(null);
  const [publishing, setPublishing] = useState<AgreementVersionRow | null>(null);
  const [deleting, setDeleting] = useState<AgreementVersionRow | null>(null);
  const draft = versions.find(({ publishedAt }) => publishedAt === null);
  const current = versions.find(({ isCurrent }) => isCurrent);
  return (
    <Panel
      title={AGREEMENT_KIND_LABELS[kind]}
      aside={
        isAdmin &&
        !draft && (
          <Button
            variant="default"
            radius="xl"
            size="xs"
            leftSection={<FilePenLine size={16} aria-hidden="true" />}
            onClick={() => setEditing({ kind, draftId: null, copiedId: current?.id ?? null })}
          >
            {current ? 'Write New Version' : 'Write First Version'}
          </Button>
        )
      }
    >
      <p className={styles.soft}>{TEXTS[kind]}</p>
      {versions.length === 0 ? (
        <p className={styles.soft}>No version yet. Nobody can sign.</p>
      ) : (
        <ul className={styles.list}>
          {versions.map((version) => (
            <li key={version.id}>
              <VersionText version={version} />
              <span className={styles.buttons}>
                <Button
                  variant="default"
                  radius="xl"
                  size="xs"
                  aria-label={`View version ${version.number}`}
                  onClick={() => setViewed(version.id)}
                >
                  View
                </Button>
                {isAdmin && version === draft && (
                  <>
                    <Button
                      variant="default"
                      radius="xl"
                      size="xs"
                      onClick={() => setDeleting(version)}
                    >
                      Delete
                    </Button>
                    <Button
                      variant="default"
                      radius="xl"
                      size="xs"
                      onClick={() => setEditing({ kind, draftId: version.id, copiedId: null })}
                    >
                      Edit
                    </Button>
                    <Button radius="xl" size="xs" onClick={() => setPublishing(version)}>
                      Publish
                    </Button>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <DraftDialog open={editing} onClose={() => setEditing(null)} />
      <VersionDialog id={viewed} onClose={() => setViewed(null)} />
      <PublishDialog
        draft={publishing}
        hasEarlier={current !== undefined}
        onClose={() => setPublishing(null)}
      />
      <DeleteDraft draft={deleting} onClose={() => setDeleting(null)} />
    </Panel>
  );
}

function VersionText({ version }: { version: AgreementVersionRow }) {
  const { number, publishedAt, publishedBy, signBy, updatedAt, isCurrent, signatures } = version;
  return (
    <div>
      <strong>
        Version {number}
        {publishedAt === null ? ', draft' : isCurrent && ', current'}
      </strong>
      <small>
        {publishedAt === null ? (
          `Changed ${formatDate(updatedAt)}`
        ) : (
          <>
            Published {formatDate(publishedAt)} by <bdi>{publishedBy ?? 'a former colleague'}</bdi>,{' '}
            {pluralize(signatures, 'signature', 'signatures')}
          </>
        )}
      </small>
      {signBy && <small>Earlier signatures count until {formatUtcDate(signBy)}</small>}
    </div>
  );
}

type DeleteDraftProps = { draft: AgreementVersionRow | null; onClose: () => void };

function DeleteDraft({ draft, onClose }: DeleteDraftProps) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function remove() {
    setIsBusy(true);
    const param = { id: draft!.id };
    await call(client.api['agreement-versions'][':id'].$delete({ param }))
      .catch(({ message }: Error) => toast.error('Error', { description: message }))
      .finally(() => setIsBusy(false));
    onClose();
    await refreshAgreements(queryClient);
  }
  return (
    <ConfirmDialog
      variant="card"
      title="Delete this draft?"
      text="Its text is lost. Published versions stay."
      opened={draft !== null}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
