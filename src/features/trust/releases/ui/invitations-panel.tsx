import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, Send } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import {
  performersList,
  refreshPerformers,
} from '#src/features/agency/performers/ui/performers-queries.ts';
import { CONSENT_SCOPE_LABELS } from '#src/features/content/consents/consents.schema.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import type { Invitation } from '../releases.schema.ts';
import styles from './invitations-panel.module.css';
import { InviteDialog } from './invite-dialog.tsx';

const operations = client.api.performers[':id'].invitations;

const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: [performersList.name, 'invitations', id],
    queryFn: () => call(operations.$get({ param: { id } })),
    staleTime: 0,
  });

/** The invitations of a performer to sign a release without an account. */
export function InvitationsPanel({ performer }: { performer: Performer }) {
  const { id, archivedAt } = performer;
  const { data, error, refetch } = useQuery(invitationsQuery(id));
  const [isInviting, setIsInviting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  if (!data) {
    return error ? (
      <ErrorNotice title="Failed to fetch the invitations" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton label="Loading invitations" height="8rem" />
    );
  }
  const { invitations, hasRelease } = data;
  return (
    <Panel
      title="Release invitations"
      aside={
        hasRelease &&
        !archivedAt && (
          <Button
            variant="default"
            radius="xl"
            size="xs"
            leftSection={<Send size={16} aria-hidden="true" />}
            onClick={() => setIsInviting(true)}
          >
            Invite to Sign
          </Button>
        )
      }
    >
      {invitations.length === 0 ? (
        <p className={styles.soft}>
          {hasRelease
            ? 'With an invitation, the person adds ID documents and signs a release without an account.'
            : 'Publish a model release under Agreements → Templates to invite people.'}
        </p>
      ) : (
        <ul className={styles.list}>
          {invitations.map((invitation) => (
            <InvitationItem
              key={invitation.id}
              performerId={id}
              invitation={invitation}
              onLink={setLink}
            />
          ))}
        </ul>
      )}
      <InviteDialog
        performer={performer}
        opened={isInviting}
        onInvited={(url) => {
          setIsInviting(false);
          setLink(url);
        }}
        onClose={() => setIsInviting(false)}
      />
      <FormDialog
        title="Private Link"
        size="30rem"
        opened={link !== null}
        onClose={() => setLink(null)}
      >
        {() => (
          <div className={styles.dialog}>
            <p>
              With this link <bdi>{performer.fullName}</bdi> adds documents and signs the release.
              Give it to them alone. It works once.
            </p>
            {link && (
              <p className={styles.link}>
                <CopyableText name="Link" text={link} />
              </p>
            )}
          </div>
        )}
      </FormDialog>
    </Panel>
  );
}

const STATES = {
  open: { variant: 'info', icon: Clock, label: 'Open' },
  expired: { variant: 'warning', icon: Clock, label: 'Expired' },
  signed: { variant: 'success', icon: CircleCheck, label: 'Signed' },
  ended: { variant: 'neutral', icon: CircleX, label: 'Cancelled' },
} as const;

type InvitationItemProps = {
  performerId: string;
  invitation: Invitation;
  onLink: (url: string) => void;
};

function InvitationItem({ performerId, invitation, onLink }: InvitationItemProps) {
  const { state, influencer, scopes, startsOn, endsOn, email, createdAt, expiresAt } = invitation;
  const queryClient = useQueryClient();
  const [isCancelling, setIsCancelling] = useState(false);
  const param = { id: performerId, invitationId: invitation.id };
  const refresh = () => refreshPerformers(queryClient);
  const onError = ({ message }: Error) => toast.error('Error', { description: message });
  const resending = useMutation({
    mutationFn: () => call(operations[':invitationId'].resend.$post({ param })),
    onSuccess: ({ url }) => {
      if (email) toast.success('Success', { description: `Sent to ${email} again` });
      else onLink(url);
    },
    onError,
    onSettled: refresh,
  });
  const cancelling = useMutation({
    mutationFn: () => call(operations[':invitationId'].cancel.$post({ param })),
    onError,
    onSettled: () => {
      setIsCancelling(false);
      return refresh();
    },
  });
  const { variant, icon, label } = STATES[state];
  const from = formatUtcDate(startsOn);
  const isUsable = state === 'open' || state === 'expired';
  return (
    <li>
      <div>
        <strong>
          Posts of <bdi>{influencer.fullName}</bdi>{' '}
          {endsOn ? `from ${from} to ${formatUtcDate(endsOn)}` : `from ${from} on`}
        </strong>
        <small>{scopes.map((scope) => CONSENT_SCOPE_LABELS[scope]).join(', ')}</small>
        <small>
          {email ? <>Sent to {email}</> : 'Link handed over by the team'}, {formatDate(createdAt)}
          {isUsable && `, valid until ${formatDate(expiresAt)}`}
        </small>
      </div>
      <div className={styles.state}>
        <StateBadge variant={variant} icon={icon}>
          {label}
        </StateBadge>
        {isUsable && (
          <>
            <Button
              variant="default"
              radius="xl"
              size="xs"
              loading={resending.isPending}
              onClick={() => resending.mutate()}
            >
              {email ? 'Send Again' : 'Show Link'}
            </Button>
            <Button variant="default" radius="xl" size="xs" onClick={() => setIsCancelling(true)}>
              Cancel
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        variant="card"
        title="Cancel this invitation?"
        text="Its link no longer works. Uploaded documents stay."
        opened={isCancelling}
        cancelLabel="Back"
        confirmLabel="Cancel Invitation"
        isBusy={cancelling.isPending}
        onCancel={() => setIsCancelling(false)}
        onConfirm={() => cancelling.mutate()}
      />
    </li>
  );
}
