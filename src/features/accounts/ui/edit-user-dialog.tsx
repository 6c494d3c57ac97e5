import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { canManage } from '../accounts.rules.ts';
import type { User } from '../users.schema.ts';
import { Facts } from './changed-meanwhile.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { GivenCredentials } from './given-credentials.tsx';
import { useSession } from './session.ts';
import styles from './user-dialog.module.css';
import { UserDialog } from './user-dialog.tsx';
import { CloseButton, factsOf, UserGone } from './user-facts.tsx';
import { userQuery } from './users-queries.ts';

type EditUserDialogProps = { id: string | undefined; onClose: () => void };

export function EditUserDialog({ id, onClose }: EditUserDialogProps) {
  // Who was open stays while the dialog fades away.
  const [last, setLast] = useState(id);
  if (id && id !== last) setLast(id);
  return (
    <UserDialog title="Edit User" opened={id !== undefined} onClose={onClose}>
      {last && <EditUser key={last} id={last} onClose={onClose} />}
    </UserDialog>
  );
}

function EditUser({ id, onClose }: { id: string; onClose: () => void }) {
  const session = useSession();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const [given, setGiven] = useState<{ email: string; password: string } | null>(null);
  if (given) return <GivenCredentials {...given} onDone={onClose} />;
  if (error && !user) return <Failure error={error} onRetry={refetch} onClose={onClose} />;
  if (!user || !session) return <FormSkeleton />;
  if (!canManage(session, user.role)) return <ReadOnly user={user} onClose={onClose} />;
  return (
    <EditUserForm
      opened={user}
      onClose={onClose}
      onSaved={(email, password) => (password ? setGiven({ email, password }) : onClose())}
    />
  );
}

const ReadOnly = ({ user, onClose }: { user: User; onClose: () => void }) => (
  <div className={styles.form}>
    <p className={styles.note}>
      {user.role === 'admin'
        ? 'Only admins can edit admin users.'
        : 'Only admins and staff without a limit can edit staff users.'}
    </p>
    <Facts facts={factsOf(user)} />
    <CloseButton onClose={onClose} />
  </div>
);

type FailureProps = { error: Error; onRetry: () => void; onClose: () => void };

function Failure({ error, onRetry, onClose }: FailureProps) {
  const isGone = error instanceof ApiError && error.problem.code === 'not-found';
  return (
    <div className={styles.form} role="alert">
      <p className={styles.failure}>{isGone ? 'User not found' : 'Failed to fetch the user'}</p>
      {isGone ? (
        <UserGone onClose={onClose} />
      ) : (
        <div className={styles.footer}>
          <Button variant="default" radius="xl" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

const FormSkeleton = () => (
  <div className={styles.form} aria-busy="true" aria-label="Loading...">
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} width="40%" ml="auto" />
  </div>
);
