import { Button } from '@mantine/core';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { roleLabel } from '#src/lib/roles.ts';
import type { TextFact } from '#src/ui/page/facts.tsx';
import type { User } from '../users.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './user-dialog.module.css';

/** The facts shown about a user. */
export function listUserFacts(user: User): TextFact[] {
  return [
    ['Full name', user.fullName || '–'],
    ['Email', user.email],
    ['Phone', user.phone ?? '–'],
    ['Role', roleLabel(user.role)],
    ['Status', user.status === 'suspended' ? 'Suspended' : 'Active'],
    ['Created', formatDate(user.createdAt)],
  ];
}

// When it replaces a form, the focused field no longer exists.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <div className={dialog.actions}>
      <Button variant="default" radius="xl" data-autofocus ref={takeFocus} onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** Shown when the user was deleted while being edited. */
export function UserDeleted({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className={styles.note}>This user was deleted, or you don’t have access to them.</p>
      <CloseButton onClose={onClose} />
    </>
  );
}
