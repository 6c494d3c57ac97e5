import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Pencil } from 'lucide-react';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { Facts } from '#src/ui/page/facts.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { PERFORMER_KIND_LABELS, type Performer } from '../performers.schema.ts';
import { DocumentsPanel } from './documents-panel.tsx';
import { EditPerformerDialog } from './edit-performer-dialog.tsx';
import { identityFacts } from './identity-facts.ts';
import styles from './performer-page.module.css';
import { performerQuery, refreshPerformers } from './performers-queries.ts';
import { RetentionPanel } from './retention-panel.tsx';
import { VerificationPanel } from './verification-panel.tsx';
import { verificationQuery } from './verification-queries.ts';

const route = getRouteApi('/_app/performers/$id');

type PerformerPageProps = {
  /** Panels of later features. */
  panels: ComponentType<{ performer: Performer }>;
};

/** The record of a performer. */
export function PerformerPage({ panels: Panels }: PerformerPageProps) {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(performerQuery(id));
  const name = data?.fullName;
  useEffect(() => {
    document.title = [name, 'Performer', 'Velvet Rope'].filter(Boolean).join(' · ');
  }, [name]);
  return (
    <div className={styles.page}>
      <BackLink to="/performers">Performers</BackLink>
      {data ? (
        <PerformerRecord key={id} performer={data}>
          <Panels performer={data} />
        </PerformerRecord>
      ) : data === null ? (
        <Notice
          heading="h1"
          title="Performer not found"
          text="There’s no performer at this address, or you don’t have access to them."
          isError
        />
      ) : error ? (
        <ErrorNotice
          heading="h1"
          title="Failed to fetch the performer"
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading performer" className={styles.page}>
          <Skeleton height="3.5rem" width="min(26rem, 80%)" />
          <Skeleton height="18rem" />
        </div>
      )}
    </div>
  );
}

type PerformerRecordProps = { performer: Performer; children: ReactNode };

function PerformerRecord({ performer, children }: PerformerRecordProps) {
  const [isEditing, setIsEditing] = useState(false);
  const isAdmin = useSession()?.role === 'admin';
  const { id, kind, influencer } = performer;
  return (
    <>
      <PageHead title={performer.fullName} subtitle={PERFORMER_KIND_LABELS[kind]}>
        <Archiving performer={performer} />
        <Button
          radius="xl"
          leftSection={<Pencil size={18} aria-hidden="true" />}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      </PageHead>
      <div className={styles.columns}>
        <Panel title="Identity">
          <Facts facts={identityFacts(performer)} />
          <p className={styles.links}>
            {influencer && (
              <Link
                to="/influencers/$id"
                params={{ id: influencer.id }}
                className="touch-target"
                dir="auto"
              >
                {kind === 'influencer' ? 'Influencer page' : `Appears with ${influencer.fullName}`}
              </Link>
            )}
            {isAdmin && (
              <Link to="/audit" search={{ entityId: id }} className="touch-target">
                Audit trail
              </Link>
            )}
          </p>
        </Panel>
        <RetentionPanel performer={performer} isAdmin={isAdmin} />
        <Identification performer={performer} />
        {children}
      </div>
      <EditPerformerDialog
        performer={performer}
        opened={isEditing}
        onClose={() => setIsEditing(false)}
      />
    </>
  );
}

/** The check of identity and the documents. */
function Identification({ performer }: { performer: Performer }) {
  const { data, error, refetch } = useQuery(verificationQuery(performer.id));
  if (data) {
    return (
      <>
        <VerificationPanel performer={performer} verification={data} />
        <DocumentsPanel performerId={performer.id} documents={data.documents} />
      </>
    );
  }
  return error ? (
    <ErrorNotice title="Failed to fetch the documents" onRetry={() => void refetch()} />
  ) : (
    <PanelSkeleton label="Loading documents" height="12rem" />
  );
}

function Archiving({ performer }: { performer: Performer }) {
  const { id, archivedAt, influencer } = performer;
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (isArchived: boolean) =>
      call(client.api.performers[':id'].archived.$put({ param: { id }, json: { isArchived } })),
    onSuccess: () => refreshPerformers(queryClient),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => setIsConfirming(false),
  });
  if (archivedAt) {
    return (
      influencer && (
        <Button
          variant="default"
          radius="xl"
          leftSection={<ArchiveRestore size={18} aria-hidden="true" />}
          loading={isPending}
          onClick={() => mutate(false)}
        >
          Restore
        </Button>
      )
    );
  }
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<Archive size={18} aria-hidden="true" />}
        onClick={() => setIsConfirming(true)}
      >
        Archive
      </Button>
      <ConfirmDialog
        variant="card"
        title="Archive this performer?"
        text="The retention period begins. The record is deleted when it ends. You can restore it until then."
        opened={isConfirming}
        cancelLabel="Cancel"
        confirmLabel="Archive"
        isDangerous={false}
        isBusy={isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => mutate(true)}
      />
    </>
  );
}
