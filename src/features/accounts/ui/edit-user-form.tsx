import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ChangedMeanwhile } from '#src/ui/changed-meanwhile.tsx';
import { FormActions } from '#src/ui/form-dialog.tsx';
import { canManage } from '../accounts.rules.ts';
import type { User } from '../users.schema.ts';
import dialog from '#src/ui/form-dialog.module.css';
import { GivenPasswordField } from './given-password-field.tsx';
import { useSession } from './session.ts';
import { StaffScopeFields } from './staff-scope-fields.tsx';
import { useEditedUser, type EditedUser } from './use-edited-user.ts';
import styles from './user-dialog.module.css';
import { Facts, factsOf, UserGone } from './user-facts.tsx';
import { EmailField, PersonFields, RoleField } from './user-fields.tsx';

type EditUserFormProps = {
  opened: User;
  onClose: () => void;
  onSaved: (email: string, password: string) => void;
};

export function EditUserForm({ opened, onClose, onSaved }: EditUserFormProps) {
  const session = useSession();
  const isAdmin = session?.role === 'admin';
  const isSelf = session?.user.id === opened.id;
  const { draft, base, present, isGone, settle } = useEditedUser({
    opened,
    maySetScope: isAdmin,
    onSaved: (password) => onSaved(draft.values.email, password),
  });
  const { values, errors, failure, busy, change } = draft;
  const { ref } = draft.form;
  // The dialog took the focus before there was a field to give it to.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  if (isGone) return <UserGone onClose={onClose} />;
  return (
    <form {...draft.form} className={dialog.form}>
      {present && (
        <ChangedMeanwhile what="This user" onSettle={settle}>
          <Facts facts={factsOf(present)} />
        </ChangedMeanwhile>
      )}
      <div className={styles.pair}>
        <EmailField
          value={values.email}
          error={errors.email}
          onChange={(email) => change({ email })}
        />
        {base.role !== 'influencer' && (
          <RoleField
            value={values.role}
            current={base.role}
            error={errors.role}
            disabled={isSelf}
            description={isSelf ? 'You cannot change your own role' : roleWords(base, values)}
            onChange={(role) => change({ role })}
          />
        )}
      </div>
      <PersonFields values={values} errors={errors} onChange={change} />
      {base.role === 'influencer' && <InfluencerFields base={base} draft={draft} />}
      {isSelf ? (
        <p className={styles.note}>
          Your own password is changed under <Link to="/my-account">My Account</Link>.
        </p>
      ) : (
        <GivenPasswordField
          label="New password"
          hint="Leave it empty to keep the current one. A new one signs them out everywhere."
          value={values.password}
          error={errors.password}
          onChange={(password) => change({ password })}
        />
      )}
      {isAdmin && values.role === 'staff' && <StaffScopeFields values={values} onChange={change} />}
      <FormActions
        submit="Save Changes"
        failure={failure}
        isBusy={busy}
        isDisabled={present !== null || !session || !canManage(session, base.role)}
        onCancel={onClose}
      />
    </form>
  );
}

/** What a new role brings with it. */
function roleWords({ role }: User, values: EditedUser): string | undefined {
  if (role !== 'subscriber' || values.role === role) return undefined;
  return 'Their subscriptions will not renew.';
}

type InfluencerFieldsProps = {
  base: User;
  draft: ReturnType<typeof useEditedUser>['draft'];
};

const InfluencerFields = ({ base, draft: { values, change } }: InfluencerFieldsProps) => (
  <>
    <Switch
      label="Active"
      description="An inactive influencer is not shown to visitors and fans."
      checked={values.isActive}
      onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
    />
    <p className={styles.note}>
      Profile, public page and payouts are under{' '}
      <Link to="/influencers/edit/$id" params={{ id: base.id }}>
        Influencers
      </Link>
      ; so is the role.
    </p>
  </>
);
