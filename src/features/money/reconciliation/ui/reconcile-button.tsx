import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { reconciledProvidersQuery, refreshReconciliation } from './reconciliation-queries.ts';

/** Starts a comparison with every provider, and shows its result when it has ended. */
export function ReconcileButton() {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(reconciledProvidersQuery);
  const isRunning = data.some(({ lastRun }) => lastRun?.status === 'running');
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshReconciliation(queryClient);
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api.reconciliation.runs.$post()),
    onSuccess: ({ started }) => {
      if (started === 0)
        toast.info('Nothing was started', { description: 'A comparison is running.' });
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshReconciliation(queryClient),
  });
  const button = useRef<HTMLButtonElement>(null);
  useRefocusAfterSubmit(button, isPending);
  if (data.every(({ kinds }) => kinds.length === 0)) return null;
  return (
    <Button
      ref={button}
      radius="xl"
      leftSection={<GitCompareArrows size={18} aria-hidden="true" />}
      loading={isPending || isRunning}
      onClick={() => mutate()}
    >
      Reconcile Now
    </Button>
  );
}
