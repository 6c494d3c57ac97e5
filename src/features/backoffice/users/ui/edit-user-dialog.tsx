import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canManage } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Facts } from '#src/ui/page/facts.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { User } from '../users.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { EditUserForm } from './edit-user-form.tsx';
import styles from './user-dialog.module.css';
import { CloseButton, listUserFacts, UserDeleted } from './user-facts.tsx';
import { userQuery } from './users-queries.ts';

type EditUserDialogProps = { id: string | undefined; onClose: () => void };

export function EditUserDialog({ id, onClose }: EditUserDialogProps) {
  const last = useLastDefined(id);
  return (
    <FormDialog
      title="Edit User"
      opened={id !== undefined}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => last && <EditUser key={last} id={last} {...{ onClose, onCancel }} />}
    </FormDialog>
  );
}

type EditUserProps = { id: string; onClose: () => void; onCancel: () => void };

function EditUser({ id, onClose, onCancel }: EditUserProps) {
  const session = useSession();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  if (error && !user) return <Failure error={error} onRetry={refetch} onClose={onClose} />;
  if (!user || !session) return <FormSkeleton />;
  if (!canManage(session, user.role)) return <ReadOnly user={user} onClose={onClose} />;
  return <EditUserForm opened={user} {...{ onClose, onCancel }} />;
}

const ReadOnly = ({ user, onClose }: { user: User; onClose: () => void }) => (
  <div className={dialog.form}>
    <p className={styles.note}>
      {user.role === 'admin'
        ? 'Only admins can edit admin users.'
        : 'Only admins and staff without a limit can edit staff users.'}
    </p>
    <Facts facts={listUserFacts(user)} />
    <CloseButton onClose={onClose} />
  </div>
);

type FailureProps = { error: Error; onRetry: () => void; onClose: () => void };

function Failure({ error, onRetry, onClose }: FailureProps) {
  const isDeleted = error instanceof ApiError && error.problem.code === 'not-found';
  return isDeleted ? (
    <div className={dialog.form} role="alert">
      <p className={dialog.failure}>User not found</p>
      <UserDeleted onClose={onClose} />
    </div>
  ) : (
    <InlineError text="Failed to fetch the user" onRetry={onRetry} />
  );
}

const FormSkeleton = () => (
  <div className={dialog.form} aria-busy="true" aria-label="Loading...">
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} mt={22} />
    <Skeleton height={36} width="40%" ml="auto" />
  </div>
);
