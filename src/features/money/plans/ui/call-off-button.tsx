import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshPriceChanges } from './price-changes-queries.ts';

type CallOffButtonProps = { id: string; size?: 'compact-sm' | 'sm'; className?: string };

/** Calls off a price change, after a confirmation. */
export function CallOffButton({ id, size = 'sm', className = '' }: CallOffButtonProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api['price-changes'][':id']['call-off'].$post({ param: { id } })),
    onSuccess: () => toast.success('Success', { description: 'Price change called off' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setAsking(false);
      void refreshPriceChanges(queryClient);
    },
  });
  return (
    <>
      <Button
        variant="default"
        size={size}
        radius="xl"
        className={className}
        onClick={() => setAsking(true)}
      >
        Call Off
      </Button>
      <ConfirmDialog
        variant="card"
        title="Call off the price change?"
        text="Every fan keeps the present price. Those who know about the change get a mail."
        opened={isAsking}
        cancelLabel="Cancel"
        confirmLabel="Call Off"
        isBusy={isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
