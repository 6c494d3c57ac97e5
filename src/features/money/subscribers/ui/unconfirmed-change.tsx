import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshSubscribers } from './subscribers-queries.ts';

type UnconfirmedChangeProps = { subscriptionId: string; provider: string; since: string };

/** A change that the provider has not taken for hours; it can be tried again now. */
export function UnconfirmedChange({ subscriptionId, provider, since }: UnconfirmedChangeProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(
        client.api.subscriptions[':id']['provider-change'].$post({
          param: { id: subscriptionId },
        }),
      ),
    onSuccess: () => toast.success('Success', { description: 'The provider confirmed the change' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshSubscribers(queryClient),
  });
  return (
    <Alert
      color="gold"
      variant="outline"
      icon={<TriangleAlert size={18} aria-hidden="true" />}
      title="Not confirmed by the provider"
    >
      <p>
        The last change has been waiting for {provider} since {formatTime(since)}. We keep trying.
        If it can’t wait, make the same change there, then try again here.
      </p>
      <Button
        size="compact-sm"
        variant="default"
        radius="xl"
        mt="xs"
        loading={isPending}
        onClick={() => mutate()}
      >
        Try Again
      </Button>
    </Alert>
  );
}
