import { useState } from 'react';
import { isolate } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { UserRow } from '../users.schema.ts';
import type { useUserAction } from './use-user-action.ts';

type Words = { title: string; text: (who: string) => string; go: string };

const SUSPEND: Words = {
  title: 'Suspend this user?',
  text: (who) =>
    `${who} is signed out everywhere at once, and cannot sign in until you activate the account.`,
  go: 'Suspend',
};
const DELETE: Words = {
  title: 'Delete this user?',
  text: (who) =>
    `Are you sure you want to delete ${who}? Everything that is theirs goes with them. This action cannot be undone.`,
  go: 'Delete',
};

const whoIs = ({ fullName, email }: UserRow) =>
  fullName ? `${isolate(fullName)} (${email})` : email;

/** Asks before a user is suspended or deleted. */
export function UserQuestion({ action }: { action: ReturnType<typeof useUserAction> }) {
  const { asked, isBusy, leave, confirm } = action;
  // The words stay while the dialog fades away.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  const words = last?.action === 'delete' ? DELETE : SUSPEND;
  return (
    <ConfirmDialog
      look="card"
      title={words.title}
      text={last && words.text(whoIs(last.user))}
      opened={asked !== null}
      stay="Cancel"
      go={words.go}
      isBusy={isBusy}
      onStay={leave}
      onGo={confirm}
    />
  );
}
