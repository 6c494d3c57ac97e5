import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { publicationSchema, type AgreementVersionRow } from '../agreements.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshAgreements } from './agreements-queries.ts';

type PublishDialogProps = {
  draft: AgreementVersionRow | null;
  /** Whether an earlier version may have been signed. */
  hasEarlier: boolean;
  onClose: () => void;
};

/** Publishes a draft for good. */
export function PublishDialog({ draft, hasEarlier, onClose }: PublishDialogProps) {
  const shown = useLastDefined(draft);
  return (
    <FormDialog
      title={shown ? `Publish version ${shown.number}` : ''}
      size="30rem"
      opened={draft !== null}
      onClose={onClose}
    >
      {(onCancel) =>
        shown && (
          <PublishForm
            draft={shown}
            asksSignBy={hasEarlier && shown.kind === 'creator-agreement'}
            onClose={onClose}
            onCancel={onCancel}
          />
        )
      }
    </FormDialog>
  );
}

type PublishFormProps = {
  draft: AgreementVersionRow;
  asksSignBy: boolean;
  onClose: () => void;
  onCancel: () => void;
};

function PublishForm({ draft, asksSignBy, onClose, onCancel }: PublishFormProps) {
  const { id, version } = draft;
  const queryClient = useQueryClient();
  const inputOf = ({ signBy }: { signBy: string }) => ({ version, signBy: signBy || null });
  const form = useAppForm({
    initial: { signBy: '' },
    validate: (values) => fieldErrors<'signBy'>(publicationSchema.safeParse(inputOf(values))),
    async send(values) {
      const { publish } = client.api['agreement-versions'][':id'];
      await call(publish.$post({ param: { id }, json: inputOf(values) }));
      toast.success('Success', { description: `Version ${draft.number} published` });
      await refreshAgreements(queryClient);
      onClose();
    },
  });
  const { values, errors, change, failure, busy } = form;
  return (
    <form {...form.form} className={dialog.form}>
      <p>From now on, people sign this version. Once published, it can’t be changed or deleted.</p>
      {asksSignBy && (
        <TextInput
          type="date"
          label="Sign again by"
          description="After this day (UTC), signatures of earlier versions no longer count. Whoever has to sign again is mailed, and reminded seven days before. Leave blank if earlier signatures stay valid."
          value={values.signBy}
          error={errors.signBy}
          onChange={({ currentTarget }) => change({ signBy: currentTarget.value })}
        />
      )}
      <FormActions submitLabel="Publish" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
