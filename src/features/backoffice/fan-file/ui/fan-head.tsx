import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ExportUserDialog } from '#src/features/backoffice/users/ui/data-access/export-user-dialog.tsx';
import { ViewAsFanDialog } from '#src/features/backoffice/users/ui/data-access/view-as-fan-dialog.tsx';
import { DeleteUserDialog } from '#src/features/backoffice/users/ui/delete-user-dialog.tsx';
import { EditUserDialog } from '#src/features/backoffice/users/ui/edit-user-dialog.tsx';
import { InvitationState } from '#src/features/backoffice/users/ui/invitations/invitation-state.tsx';
import { SendInvitation } from '#src/features/backoffice/users/ui/invitations/send-invitation.tsx';
import { SendResetLink } from '#src/features/backoffice/users/ui/send-reset-link.tsx';
import { SuspendUserDialog } from '#src/features/backoffice/users/ui/suspension/suspend-user-dialog.tsx';
import { useUserAction } from '#src/features/backoffice/users/ui/use-user-action.ts';
import { UserActions } from '#src/features/backoffice/users/ui/user-actions.tsx';
import { StatusMark } from '#src/features/backoffice/users/ui/user-badges.tsx';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import type { Fan } from '../fan-file.schema.ts';
import styles from './fan-head.module.css';

/** Name, state and actions of a fan. */
export function FanHead({ fan }: { fan: Fan }) {
  const name = fan.fullName || fan.email;
  return (
    <header className={styles.head}>
      <div className={styles.avatar}>
        <UserAvatar avatar={fan.avatar} name={name} />
      </div>
      <div className={styles.name}>
        <h1 dir="auto">{name}</h1>
        <StatusMark status={fan.status} />
        <InvitationState invitedAt={fan.invitedAt} />
      </div>
      <Actions fan={fan} name={name} />
    </header>
  );
}

function Actions({ fan, name }: { fan: Fan; name: string }) {
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const action = useUserAction();
  const user = { ...fan, limitedTo: null };
  return (
    <div className={styles.actions}>
      {fan.invitedAt ? (
        <SendInvitation userId={fan.id} email={fan.email} />
      ) : (
        <SendResetLink userId={fan.id} name={name} email={fan.email} />
      )}
      <UserActions
        user={user}
        isInFile
        onEdit={() => setIsEditing(true)}
        onAction={(chosen) => action.start(user, chosen)}
      />
      <EditUserDialog id={isEditing ? fan.id : undefined} onClose={() => setIsEditing(false)} />
      <SuspendUserDialog
        user={action.toSuspend}
        isBusy={action.isBusy}
        onCancel={action.cancel}
        onConfirm={action.suspend}
      />
      <DeleteUserDialog
        kind="user"
        user={action.toDelete}
        onClose={action.cancel}
        onDeleted={() => void navigate({ to: '/users' })}
      />
      <ViewAsFanDialog fan={action.toViewAs} onClose={action.cancel} />
      <ExportUserDialog user={action.toExport} onClose={action.cancel} />
    </div>
  );
}
