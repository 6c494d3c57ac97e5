import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type DeleteButtonProps = {
  /** The question, such as "Delete “Silence”?". */
  title: string;
  /** What goes with it. */
  text: string;
  run: () => Promise<unknown>;
  onDeleted: () => void;
};

/** Deletes the record of a form after a confirmation. */
export function DeleteButton({ title, text, run, onDeleted }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: onDeleted,
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="subtle" color="red" radius="xl" mr="auto" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        variant="bar"
        title={title}
        text={text}
        opened={isAsking}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
