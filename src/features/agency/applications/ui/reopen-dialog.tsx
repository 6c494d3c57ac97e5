import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { call, client } from '#src/web/client.ts';
import { reopeningSchema } from '../review.schema.ts';
import { applicationQuery, refreshApplications } from './applications-queries.ts';

type ReopenDialogProps = {
  id: string;
  opened: boolean;
  onClose: () => void;
  onReopened: () => void;
};

/** Makes a rejected application pending again, once a reason is given. */
export function ReopenDialog({ id, opened, onClose, onReopened }: ReopenDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Reopen Application"
      opened={opened}
      question={{ text: 'What you typed will be lost.', isNeeded: reason.trim() !== '' }}
      onClose={() => {
        setReason('');
        onClose();
      }}
    >
      {(onCancel) => (
        <ReopenForm
          {...{ id, reason, onCancel }}
          onReason={setReason}
          onDone={() => {
            setReason('');
            onClose();
            onReopened();
          }}
        />
      )}
    </FormDialog>
  );
}

type ReopenFormProps = {
  id: string;
  reason: string;
  onReason: (reason: string) => void;
  onCancel: () => void;
  onDone: () => void;
};

function ReopenForm({ id, reason, onReason, onCancel, onDone }: ReopenFormProps) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call(client.api.applications[':id'].reopen.$post({ param: { id }, json: { reason } })),
    onSuccess: (application) => {
      queryClient.setQueryData(applicationQuery(id).queryKey, application);
      toast.success('Success', { description: 'Application reopened' });
      onDone();
    },
    // Also after a failure: someone else may have reopened it, or it is gone.
    onSettled: () => void refreshApplications(queryClient),
  });
  const fieldError = error instanceof ApiError ? error.field('reason') : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form noValidate onSubmit={send}>
      <Textarea
        label="Reason"
        description="Added to the notes. The application is pending again."
        required
        autosize
        minRows={3}
        data-autofocus
        value={reason}
        error={fieldError}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <FormActions
        submit="Reopen"
        failure={fieldError ? null : error?.message}
        isBusy={isPending}
        isDisabled={!reopeningSchema.safeParse({ reason }).success}
        onCancel={onCancel}
      />
    </form>
  );
}
