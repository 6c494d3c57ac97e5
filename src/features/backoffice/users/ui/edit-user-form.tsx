import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  canChangeEmail,
  canDeleteOrChangeRole,
  canManage,
} from '#src/features/identity/accounts/accounts.rules.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PersonFields } from '#src/features/identity/profile/ui/person-fields.tsx';
import { ResetSecondFactor } from '#src/features/identity/second-factor/ui/reset-second-factor.tsx';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import { Facts } from '#src/ui/page/facts.tsx';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import type { User } from '../users.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import type { EditedUser } from './edited-user.ts';
import { SendInvitation } from './invitations/send-invitation.tsx';
import { PendingEmail } from './pending-email.tsx';
import { SendResetLink } from './send-reset-link.tsx';
import { StaffLimitFields } from './staff-limit-fields.tsx';
import { useEditedUser } from './use-edited-user.ts';
import styles from './user-dialog.module.css';
import { listUserFacts, UserDeleted } from './user-facts.tsx';
import { EmailField, RoleField } from './user-fields.tsx';

type EditUserFormProps = {
  opened: User;
  /** Closes without confirmation, as after saving. */
  onClose: () => void;
  onCancel: () => void;
};

export function EditUserForm({ opened, onClose, onCancel }: EditUserFormProps) {
  const session = useSession();
  const isAdmin = session?.role === 'admin';
  const isSelf = session?.user.id === opened.id;
  const edit = useEditedUser({
    opened,
    maySetStaffLimit: isAdmin,
    onSaved: onClose,
  });
  const { base, conflict, values, errors, failure, busy, change } = edit;
  const { ref } = edit.form;
  // The dialog received the focus before the fields were rendered.
  useEffect(
    () => ref.current?.querySelector<HTMLInputElement>('input:not(:disabled)')?.focus(),
    [ref],
  );
  const mayChangeEmail = !isSelf && session !== null && canChangeEmail(session);
  const mayChangeRole = session !== null && canDeleteOrChangeRole(session, base);
  if (conflict?.kind === 'deleted') return <UserDeleted onClose={onClose} />;
  return (
    <form {...edit.form} className={dialog.form}>
      <EditConflict conflict={conflict} itemLabel="This user" onResolve={edit.resolveConflict}>
        {(present) => <Facts facts={listUserFacts(present)} />}
      </EditConflict>
      {base.avatar && (
        <span className={styles.avatar}>
          <UserAvatar avatar={base.avatar} name={base.fullName || base.email} />
        </span>
      )}
      <div className={styles.pair}>
        <EmailField
          value={values.email}
          error={errors.email}
          disabled={!mayChangeEmail}
          description={emailHint(isSelf, mayChangeEmail)}
          onChange={(email) => change({ email })}
        />
        <PendingEmail userId={base.id} pendingEmail={base.pendingEmail} />
        {base.role !== 'influencer' && (
          <RoleField
            value={values.role}
            current={base.role}
            error={errors.role}
            disabled={isSelf || !mayChangeRole}
            description={
              isSelf ? 'You cannot change your own role' : roleHint(base, values, mayChangeRole)
            }
            onChange={(role) => change({ role })}
          />
        )}
      </div>
      <PersonFields values={values} errors={errors} onChange={change} />
      {base.role === 'influencer' && <InfluencerFields edit={edit} />}
      {isSelf ? (
        <p className={styles.note}>
          Change your own email and password under <Link to="/my-account">My Account</Link>.
        </p>
      ) : (
        <>
          <div>
            {base.invitedAt || !sendsMail() ? (
              <SendInvitation userId={base.id} email={base.email} />
            ) : (
              <SendResetLink
                userId={base.id}
                name={base.fullName || 'The user'}
                email={base.email}
              />
            )}
          </div>
          {session && base.secondFactor && (
            <ResetSecondFactor
              user={{ id: base.id, name: base.fullName || base.email }}
              actor={{ id: session.user.id, isAdmin }}
              requestedBy={base.secondFactor.resetRequestedBy}
            />
          )}
        </>
      )}
      {isAdmin && values.role === 'staff' && <StaffLimitFields values={values} onChange={change} />}
      <FormActions
        submitLabel="Save Changes"
        failure={failure}
        isBusy={busy}
        isDisabled={conflict !== null || !session || !canManage(session, base.role)}
        onCancel={onCancel}
      />
    </form>
  );
}

function emailHint(isSelf: boolean, mayChange: boolean): string {
  if (mayChange) return 'A new email takes effect once it’s confirmed.';
  return isSelf ? 'Change your own email under My Account' : 'You cannot change this email';
}

/** Why the role cannot be changed, or the effect of a new one. */
function roleHint({ role }: User, values: EditedUser, mayChange: boolean): string | undefined {
  if (!mayChange) return 'You cannot change this role';
  if (role !== 'subscriber' || values.role === role) return undefined;
  return 'Their subscriptions will not renew.';
}

type InfluencerFieldsProps = { edit: ReturnType<typeof useEditedUser> };

const InfluencerFields = ({ edit: { base, values, change } }: InfluencerFieldsProps) => (
  <>
    <Switch
      label="Active"
      description="Visitors and fans don’t see inactive influencers."
      checked={values.isActive}
      onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
    />
    <p className={styles.note}>
      Manage the role, profile, public page and payouts under{' '}
      <Link to="/influencers/edit/$id" params={{ id: base.id }}>
        Influencers
      </Link>
      .
    </p>
  </>
);
