import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { UserRole } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PersonFields } from '#src/features/identity/profile/ui/person-fields.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { newUserSchema, type NewUser } from '../users.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CredentialsDialog } from './credentials-dialog.tsx';
import type { FirstAccess } from './initial-credentials.tsx';
import { FirstPasswordFields } from './invitations/first-password-fields.tsx';
import styles from './user-dialog.module.css';
import { EmailField, RoleField } from './user-fields.tsx';
import { refreshUsers } from './users-queries.ts';

const EMPTY = {
  email: '',
  password: '',
  isInvited: false,
  fullName: '',
  phone: '',
  role: null as UserRole | null,
};

const toNewUser = ({ isInvited, ...values }: typeof EMPTY) => ({
  ...values,
  password: isInvited ? null : values.password,
});

type CreateUserDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Called when the credentials dialog has closed, to move the focus. */
  onDone: () => void;
};

/** Creates a user and shows the credentials once. */
export function CreateUserDialog({ opened, onClose, onDone }: CreateUserDialogProps) {
  const [created, setCreated] = useState<FirstAccess | null>(null);
  return (
    <>
      <FormDialog
        title="Create User"
        opened={opened && !created}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={onClose}
      >
        {(onCancel) => (
          <CreateUser
            onCancel={onCancel}
            onCreated={(access) => {
              setCreated(access);
              onClose();
            }}
          />
        )}
      </FormDialog>
      {created && (
        <CredentialsDialog
          title="User created"
          access={created}
          onGone={() => {
            setCreated(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

type CreateUserProps = {
  onCancel: () => void;
  /** Without anything to hand over, the user was invited by mail. */
  onCreated: (access: FirstAccess | null) => void;
};

function CreateUser({ onCancel, onCreated }: CreateUserProps) {
  const queryClient = useQueryClient();
  const session = useSession();
  const draft = useAppForm({
    initial: EMPTY,
    validate: (values) =>
      fieldErrors<keyof typeof EMPTY>(newUserSchema.safeParse(toNewUser(values))),
    async send(values) {
      const json = toNewUser(values) as NewUser;
      const { invitationLink: link } = await call(client.api.users.$post({ json }));
      const email = json.email.trim().toLowerCase();
      const sent = json.password === null && !link ? ` An invitation was sent to ${email}.` : '';
      toast.success('Success', { description: `User created successfully!${sent}` });
      void refreshUsers(queryClient);
      if (link) onCreated({ email, link });
      else onCreated(json.password === null ? null : { email, password: json.password });
    },
  });
  const { values, errors, busy, failure, change } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.note}>
        Create admins, staff and subscribers here, and influencers under{' '}
        <Link to="/influencers" search={{ action: 'create' }}>
          Influencers
        </Link>
        .
      </p>
      {session?.isLimited && (
        <p className={styles.note}>
          A new fan appears in your list once they subscribe to one of your influencers.
        </p>
      )}
      <div className={styles.pair}>
        <EmailField
          value={values.email}
          error={errors.email}
          onChange={(email) => change({ email })}
        />
        <RoleField value={values.role} error={errors.role} onChange={(role) => change({ role })} />
      </div>
      <FirstPasswordFields values={values} error={errors.password} onChange={change} />
      <PersonFields values={values} errors={errors} onChange={change} />
      <FormActions submitLabel="Create User" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
