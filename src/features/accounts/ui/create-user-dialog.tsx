import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/form-dialog.tsx';
import { useDraftForm } from '#src/ui/use-draft-form.ts';
import type { UserRole } from '../accounts.rules.ts';
import { newUserSchema, type NewUser } from '../users.schema.ts';
import dialog from '#src/ui/form-dialog.module.css';
import { GivenCredentials } from './given-credentials.tsx';
import { GivenPasswordField } from './given-password-field.tsx';
import styles from './user-dialog.module.css';
import { EmailField, PersonFields, RoleField } from './user-fields.tsx';
import { refreshUsers } from './users-queries.ts';

type Credentials = { email: string; password: string };

const PASSWORD_HINT = 'At least 8 characters; better with numbers and special characters.';

const EMPTY = { email: '', password: '', fullName: '', phone: '', role: null as UserRole | null };

export function CreateUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog title="Create User" opened={opened} onClose={onClose}>
      {(onCancel) => <CreateUser onClose={onCancel} />}
    </FormDialog>
  );
}

function CreateUser({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<Credentials | null>(null);
  const draft = useDraftForm({
    initial: EMPTY,
    check: (values) => fieldErrors<keyof typeof EMPTY>(newUserSchema.safeParse(values)),
    async send(values) {
      const json = values as NewUser;
      await call(client.api.users.$post({ json }));
      toast.success('Success', { description: 'User created successfully!' });
      void refreshUsers(queryClient);
      setCreated({ email: json.email.trim().toLowerCase(), password: json.password });
    },
  });
  const { values, errors, busy, failure, change } = draft;
  if (created) return <GivenCredentials {...created} onDone={onClose} />;
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.note}>
        Admins, staff and subscribers are made here; influencers under{' '}
        <Link to="/influencers" search={{ action: 'create' }}>
          Influencers
        </Link>
        .
      </p>
      <div className={styles.pair}>
        <EmailField
          value={values.email}
          error={errors.email}
          onChange={(email) => change({ email })}
        />
        <RoleField value={values.role} error={errors.role} onChange={(role) => change({ role })} />
      </div>
      <GivenPasswordField
        label="Password"
        hint={PASSWORD_HINT}
        isRequired
        value={values.password}
        error={errors.password}
        onChange={(password) => change({ password })}
      />
      <PersonFields values={values} errors={errors} onChange={change} />
      <FormActions submit="Create User" failure={failure} isBusy={busy} onCancel={onClose} />
    </form>
  );
}
