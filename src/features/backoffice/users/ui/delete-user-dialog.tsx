import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { DeletionPreview } from '../users.schema.ts';
import styles from './delete-user-dialog.module.css';
import { deletionText } from './deletion-text.ts';
import { useDeletion, type DeletedKind } from './use-deletion.ts';
import { deletionQuery } from './users-queries.ts';

type Person = { id: string; fullName: string; email: string };

type DeleteUserDialogProps = {
  kind: DeletedKind;
  /** The user to delete; null while the dialog is closed. */
  user: Person | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Confirms a deletion: lists what is removed and retained, and requires typing the name. */
export function DeleteUserDialog({ kind, user, onClose, onDeleted }: DeleteUserDialogProps) {
  const last = useLastDefined(user);
  return (
    <Modal
      opened={user !== null}
      onClose={onClose}
      centered
      title={kind === 'influencer' ? 'Delete Influencer' : 'Delete User'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {last && (
        <DeleteForm
          key={last.id}
          kind={kind}
          user={last}
          onClose={onClose}
          onDeleted={onDeleted ?? (() => {})}
        />
      )}
    </Modal>
  );
}

const normalizeSpaces = (text: string) => text.trim().replace(/\s+/g, ' ');

type DeleteFormProps = Required<DeleteUserDialogProps> & { user: Person };

function DeleteForm({ kind, user, onClose, onDeleted }: DeleteFormProps) {
  const { id, email } = user;
  const name = normalizeSpaces(user.fullName) || email;
  const { data: preview, error, refetch } = useQuery(deletionQuery(id));
  const deletion = useDeletion(kind, id, () => {
    onClose();
    onDeleted();
  });

  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { typed: '' },
    validate: ({ typed }): { typed?: string } =>
      normalizeSpaces(typed).toLowerCase() === name.toLowerCase()
        ? {}
        : { typed: `Please type the name exactly as shown: ${name}` },
    send: async () => {
      if (preview) await deletion.mutateAsync();
    },
  });

  return (
    <form {...form} className={styles.form}>
      <p>
        <strong dir="auto">{name}</strong> is deleted from all systems. This action cannot be
        undone.
      </p>
      {preview ? (
        <Consequences preview={preview} />
      ) : error ? (
        <InlineError text={error.message} onRetry={refetch} />
      ) : (
        <Skeleton height="9rem" />
      )}
      <TextInput
        data-autofocus
        label={`Type ${name} to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={values.typed}
        error={errors.typed}
        onChange={({ currentTarget }) => change({ typed: currentTarget.value })}
      />
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <footer className={styles.footer}>
        <Button variant="default" radius="xl" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" radius="xl" disabled={!preview} loading={busy}>
          Delete
        </Button>
      </footer>
    </form>
  );
}

function Consequences({ preview }: { preview: DeletionPreview }) {
  const { removed, retained } = deletionText(preview);
  return (
    <div className={styles.consequences}>
      <Lines title="Removed" lines={removed} />
      <Lines title="Kept" lines={retained} />
    </div>
  );
}

const Lines = ({ title, lines }: { title: string; lines: string[] }) => (
  <section>
    <h3>{title}</h3>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
);
