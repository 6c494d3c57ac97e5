import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { HOLD_REASON_MAXIMUM_LENGTH, holdSchema } from '../performers.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshPerformers } from './performers-queries.ts';

type HoldDialogProps = { performerId: string; opened: boolean; onClose: () => void };

/** Asks why a record must not be deleted. */
export function HoldDialog({ performerId, opened, onClose }: HoldDialogProps) {
  return (
    <FormDialog title="Place a Hold" size="30rem" opened={opened} onClose={onClose}>
      {(onCancel) => <Hold performerId={performerId} onPlaced={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type HoldProps = { performerId: string; onPlaced: () => void; onCancel: () => void };

function Hold({ performerId, onPlaced, onCancel }: HoldProps) {
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(holdSchema.safeParse(values)),
    async send(json) {
      await call(client.api.performers[':id'].hold.$put({ param: { id: performerId }, json }));
      onPlaced();
      void refreshPerformers(queryClient);
    },
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <p>The record is not deleted after its retention period until an admin lifts the hold.</p>
      <TextArea
        label="Reason"
        withAsterisk
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={HOLD_REASON_MAXIMUM_LENGTH}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel="Place Hold" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
