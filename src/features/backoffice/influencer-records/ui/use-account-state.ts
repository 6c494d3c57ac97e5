import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import type { SuspensionReason } from '#src/features/identity/accounts/accounts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';

type Change =
  | { id: string; action: 'suspend'; reason: SuspensionReason }
  | { id: string; action: 'activate' };

const user = client.api.users[':id'];

/** Suspends or activates an influencer's account. */
export function useAccountState(onSettled?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      const param = { id: change.id };
      return change.action === 'activate'
        ? call(user.activate.$post({ param }))
        : call(user.suspend.$post({ param, json: { reason: change.reason } }));
    },
    onSuccess: (_, { action }) =>
      toast.success('Success', {
        description: `Influencer ${action === 'suspend' ? 'suspended' : 'activated'} successfully!`,
      }),
    onError: (error, { action }) => {
      const isRefusal = error instanceof ApiError && error.problem.status < 500;
      const description = isRefusal ? error.message : `Failed to ${action} influencer`;
      toast.error('Error', { description });
    },
    onSettled: () => {
      onSettled?.();
      // Also after a refusal, which reports a change made elsewhere.
      return refreshInfluencers(queryClient);
    },
  });
}
