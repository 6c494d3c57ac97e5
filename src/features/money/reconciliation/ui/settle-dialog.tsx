import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { Refusals } from '#src/ui/dialogs/refusals.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { KIND_LABELS } from '../reconciliation.rules.ts';
import { REASON_MAXIMUM_LENGTH, type ReconciliationItem } from '../reconciliation.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshReconciliation } from './reconciliation-queries.ts';

/** Differences that a dialog is open for. */
export type OpenSettlement = { items: ReconciliationItem[]; onDone?: (() => void) | undefined };
type SettleDialogProps = { open: OpenSettlement | null; onClose: () => void };

const countText = (count: number) => (count === 1 ? '1 difference' : `${count} differences`);

/** Asks for the reason that explains differences, and settles them. */
export function SettleDialog({ open, onClose }: SettleDialogProps) {
  const shown = useLastDefined(open);
  return (
    <FormDialog
      title={shown ? `Settle ${countText(shown.items.length)}` : ''}
      size="30rem"
      opened={open !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <SettleForm open={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type SettleFormProps = { open: OpenSettlement; onClose: () => void; onCancel: () => void };

function SettleForm({ open: { items, onDone }, onClose, onCancel }: SettleFormProps) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<BulkResult | null>(null);
  const draft = useAppForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? {} : { reason: 'Please enter a reason' }),
    async send({ reason }) {
      const json = { ids: items.map(({ id }) => id), reason };
      const settled = await call(client.api.reconciliation.items.settle.$post({ json }));
      void refreshReconciliation(queryClient);
      if (settled.refused.length > 0) return setResult(settled);
      toast.success('Success', { description: `${countText(settled.changed.length)} settled` });
      onDone?.();
      onClose();
    },
  });
  if (result) {
    const labels = new Map(
      items.map(({ id, kind, reference }) => [id, `${KIND_LABELS[kind]} ${reference}`]),
    );
    return (
      <Refusals
        title={`${countText(result.changed.length)} settled. These were not:`}
        refused={result.refused.map((each) => ({ ...each, label: labels.get(each.id) ?? '' }))}
        onClose={() => {
          onDone?.();
          onClose();
        }}
      />
    );
  }
  return (
    <form {...draft.form} className={dialog.form}>
      <TextArea
        label="Reason"
        description="For the back office only. A changed difference is opened again."
        withAsterisk
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={REASON_MAXIMUM_LENGTH}
        value={draft.values.reason}
        error={draft.errors.reason}
        onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
      />
      <FormActions
        submitLabel="Settle"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
