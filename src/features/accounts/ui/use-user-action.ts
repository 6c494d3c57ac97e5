import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import type { UserRow } from '../users.schema.ts';
import { toastRefusal } from './refusal-toast.ts';
import { refreshUsers } from './users-queries.ts';

export type UserAction = 'suspend' | 'activate' | 'delete';

const RUN: Record<UserAction, (id: string) => Promise<unknown>> = {
  suspend: (id) => call(client.api.users[':id'].suspend.$post({ param: { id } })),
  activate: (id) => call(client.api.users[':id'].activate.$post({ param: { id } })),
  delete: (id) => call(client.api.users[':id'].$delete({ param: { id } })),
};
const DONE: Record<UserAction, string> = {
  suspend: 'User suspended successfully!',
  activate: 'User activated successfully!',
  delete: 'User deleted successfully from all systems!',
};

const FAILED: Record<UserAction, string> = {
  suspend: 'Failed to suspend user',
  activate: 'Failed to activate user',
  delete: 'Failed to delete user',
};

/** Suspends, activates or deletes users, one at a time; `asked` waits for a confirmation. */
export function useUserAction(onRowGone: () => void) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ user: UserRow; action: UserAction } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  async function act(user: UserRow, action: UserAction) {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    let isDone = false;
    try {
      await RUN[action](user.id);
      isDone = true;
      toast.success('Success', { description: DONE[action] });
    } catch (error) {
      toastRefusal(error as Error, FAILED[action]);
    } finally {
      isSending.current = false;
      setIsBusy(false);
      setAsked(null);
    }
    // Also after a refusal: what it tells of happened elsewhere.
    await refreshUsers(queryClient);
    // With a deleted row its button went away, and with that the focus.
    if (isDone && action === 'delete') onRowGone();
  }

  return {
    asked,
    isBusy,
    /** Does what can be undone at once, and asks before the rest. */
    start(user: UserRow, action: UserAction) {
      if (action === 'activate') void act(user, action);
      else setAsked({ user, action });
    },
    confirm: () => asked && void act(asked.user, asked.action),
    leave: () => setAsked(null),
  };
}
