import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshPaymentEvents } from './payment-events-queries.ts';
import { replayText } from './replay-text.ts';

/** Retries an event and reports its state. */
export function useReplay(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(client.api['payment-events'][':id'].replay.$post({ param: { id } })),
    onSuccess: ({ state, lastError, isRetriedElsewhere }) => {
      if (isRetriedElsewhere)
        toast.info('Already retried', {
          description: `In the meantime, it was retried by someone else or automatically. It’s ${state}.`,
        });
      else if (state === 'handled')
        toast.success('Success', { description: 'The event was handled' });
      else if (state === 'waiting')
        toast.warning('Still waiting', {
          description: 'The payment it refers to hasn’t arrived yet. We’ll retry automatically.',
        });
      else toast.error('Failed again', { description: lastError });
    },
    onError: ({ message }) =>
      toast.error('Error', { description: `Failed to retry the event: ${message}` }),
    onSettled: () => void refreshPaymentEvents(queryClient),
  });
}

/** Retries all waiting and failed events and reports the result. */
export function useReplayAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(client.api['payment-events'].replay.$post()),
    onSuccess: (outcome) => {
      const isDone = outcome.waiting + outcome.failed === 0;
      const showResult = isDone ? toast.success : toast.warning;
      showResult(isDone ? 'Success' : 'Retried', { description: replayText(outcome) });
    },
    onError: ({ message }) =>
      toast.error('Error', { description: `Failed to retry the events: ${message}` }),
    onSettled: () => void refreshPaymentEvents(queryClient),
  });
}
