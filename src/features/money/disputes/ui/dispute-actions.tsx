import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { isUndecided } from '../disputes.rules.ts';
import {
  DISPUTE_NOTE_MAXIMUM_LENGTH,
  MARKED_STATUSES,
  type Dispute,
  type MarkedStatus,
} from '../disputes.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshDisputes } from './disputes-queries.ts';

const LABELS: Record<MarkedStatus, string> = {
  challenged: 'We sent evidence to the provider',
  accepted: 'We accept it, or have refunded the payment',
  lost: 'The bank decided for the fan',
  cancelled: 'The fan or the bank withdrew it',
};

type DisputeProps = { dispute: Dispute };

/** What can be done about a dispute. */
export function DisputeActions({ dispute }: DisputeProps) {
  const [isMarking, setMarking] = useState(false);
  if (!isUndecided(dispute.status)) return null;
  return (
    <Group gap="0.6rem">
      <Button radius="xl" variant="default" onClick={() => setMarking(true)}>
        Record What Happened
      </Button>
      <FormDialog
        title="Record What Happened"
        size="32rem"
        opened={isMarking}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={() => setMarking(false)}
      >
        {(onCancel) => (
          <Mark dispute={dispute} onClose={() => setMarking(false)} onCancel={onCancel} />
        )}
      </FormDialog>
    </Group>
  );
}

type MarkProps = DisputeProps & { onClose: () => void; onCancel: () => void };

function Mark({ dispute: { id, status }, onClose, onCancel }: MarkProps) {
  const queryClient = useQueryClient();
  const options = MARKED_STATUSES.filter((option) => option !== status);
  const draft = useAppForm({
    initial: { status: options[0]!, note: '' },
    validate: ({ note }) => (note.trim() ? {} : { note: 'Please enter a note' }),
    async send(json) {
      await call(client.api.disputes[':id'].mark.$post({ param: { id }, json }));
      toast.success('Success', { description: 'Dispute updated' });
      onClose();
      void refreshDisputes(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        This changes nothing at the provider and moves no money. What the provider reports later
        counts.
      </p>
      <NativeSelect
        label="What happened"
        data={options.map((value) => ({ value, label: LABELS[value] }))}
        value={draft.values.status}
        onChange={({ currentTarget }) =>
          draft.change({ status: currentTarget.value as MarkedStatus })
        }
      />
      <TextArea
        label="Note"
        description="For the back office only."
        withAsterisk
        minRows={2}
        maxRows={6}
        maxLength={DISPUTE_NOTE_MAXIMUM_LENGTH}
        value={draft.values.note}
        error={draft.errors.note}
        onChange={({ currentTarget }) => draft.change({ note: currentTarget.value })}
      />
      <FormActions
        submitLabel="Save"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
