import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { SuspensionReason } from '#src/features/identity/accounts/accounts.schema.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { UserRow } from '../users.schema.ts';
import { toastRefusal } from './refusal-toast.ts';
import { refreshUsers } from './users-queries.ts';

type StateChange = 'suspend' | 'activate';
export type UserAction = StateChange | 'delete' | 'view-as-fan' | 'export';
/** The actions that a dialog confirms. */
type ConfirmedAction = Exclude<UserAction, 'activate'>;

const DONE: Record<StateChange, string> = {
  suspend: 'User suspended successfully!',
  activate: 'User activated successfully!',
};

const FAILED: Record<StateChange, string> = {
  suspend: 'Failed to suspend user',
  activate: 'Failed to activate user',
};

/** Suspends, activates and deletes users, one at a time, with confirmation where needed. */
export function useUserAction() {
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState<{
    user: UserRow;
    action: ConfirmedAction;
  } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  async function runAction(action: StateChange, run: () => Promise<unknown>) {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await run();
      toast.success('Success', { description: DONE[action] });
    } catch (error) {
      toastRefusal(error as Error, FAILED[action]);
    } finally {
      isSending.current = false;
      setIsBusy(false);
      setConfirming(null);
    }
    // Also after a refusal, which reports a change made elsewhere.
    await refreshUsers(queryClient);
  }

  const confirmedUser = (action: ConfirmedAction) =>
    confirming?.action === action ? confirming.user : null;

  return {
    toSuspend: confirmedUser('suspend'),
    toDelete: confirmedUser('delete'),
    toViewAs: confirmedUser('view-as-fan'),
    toExport: confirmedUser('export'),
    isBusy,
    /** Activates at once, and asks for confirmation before other actions. */
    start(user: UserRow, action: UserAction) {
      const param = { id: user.id };
      if (action === 'activate') {
        void runAction(action, () => call(client.api.users[':id'].activate.$post({ param })));
      } else setConfirming({ user, action });
    },
    suspend(reason: SuspensionReason) {
      if (!confirming) return;
      const input = { param: { id: confirming.user.id }, json: { reason } };
      void runAction('suspend', () => call(client.api.users[':id'].suspend.$post(input)));
    },
    cancel: () => setConfirming(null),
  };
}
