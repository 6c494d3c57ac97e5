import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { BackOfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

const subscriptions = client.api.subscriptions[':id'];

const ACTIONS = {
  suspend: {
    send: (id: string) => call(subscriptions.suspend.$post({ param: { id } })),
    done: 'Subscription suspended successfully',
    failure: 'Failed to suspend subscription',
  },
  reactivate: {
    send: (id: string) => call(subscriptions.reactivate.$post({ param: { id } })),
    done: 'Subscription reactivated successfully',
    failure: 'Failed to reactivate subscription',
  },
  end: {
    send: (id: string) => call(subscriptions.end.$post({ param: { id } })),
    done: 'Subscription cancelled successfully',
    failure: 'Failed to cancel subscription',
  },
} as const;

type ActionInput = { action: BackOfficeAction; id: string };

/** Changes a subscription by hand, and refetches it whatever the result. */
export function useSubscriberAction(onSettled: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ action, id }: ActionInput) => ACTIONS[action].send(id),
    onSuccess: (_, { action }) => toast.success('Success', { description: ACTIONS[action].done }),
    onError: (error, { action }) => {
      if (error instanceof ApiError && error.problem.code === 'no-stripe-subscription') {
        toast.error(error.problem.title, { description: error.message });
      } else {
        toast.error('Error', { description: `${ACTIONS[action].failure}: ${error.message}` });
      }
    },
    onSettled: () => {
      onSettled();
      void refreshSubscribers(queryClient);
    },
  });
}
