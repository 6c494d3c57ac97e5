import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { EXPLANATION_MAXIMUM_LENGTH, type LedgerFinding } from '../ledger-checks.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshLedgerChecks } from './ledger-checks-queries.ts';

type ExplainDialogProps = { finding: LedgerFinding; opened: boolean; onClose: () => void };

/** Asks why a finding is no fault. */
export function ExplainDialog({ finding, opened, onClose }: ExplainDialogProps) {
  return (
    <FormDialog
      title="Explain the Finding"
      size="32rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <Explain finding={finding} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type ExplainProps = { finding: LedgerFinding; onClose: () => void; onCancel: () => void };

function Explain({ finding, onClose, onCancel }: ExplainProps) {
  const queryClient = useQueryClient();
  const { id, expected, found, explanation } = finding;
  const draft = useAppForm({
    initial: { explanation: explanation ?? '' },
    validate: (values) =>
      values.explanation.trim() ? {} : { explanation: 'Please enter an explanation' },
    async send(values) {
      const json = { ...values, expected, found };
      await call(client.api['ledger-findings'][':id'].explanation.$put({ param: { id }, json }));
      toast.success('Success', { description: 'Finding explained' });
      onClose();
      void refreshLedgerChecks(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        The finding stays listed, but no longer counts as open. If its figures change, it opens
        again.
      </p>
      <TextArea
        label="Explanation"
        description="Why the figures are right, or what was done outside of the product."
        withAsterisk
        data-autofocus
        minRows={3}
        maxRows={8}
        maxLength={EXPLANATION_MAXIMUM_LENGTH}
        value={draft.values.explanation}
        error={draft.errors.explanation}
        onChange={({ currentTarget }) => draft.change({ explanation: currentTarget.value })}
      />
      <FormActions
        submitLabel="Explain"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
