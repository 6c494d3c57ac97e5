import { useQueryClient } from '@tanstack/react-query';
import { call, callOrNull, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { Facts } from '#src/ui/page/facts.tsx';
import { performerChangeSchema, type Performer } from '../performers.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { identityFacts } from './identity-facts.ts';
import { IdentityFields, type IdentityValues } from './identity-fields.tsx';
import { refreshPerformers } from './performers-queries.ts';

type EditPerformerDialogProps = { performer: Performer; opened: boolean; onClose: () => void };

/** Edits the identity of a performer. */
export function EditPerformerDialog({ performer, opened, onClose }: EditPerformerDialogProps) {
  return (
    <FormDialog
      title="Edit Performer"
      size="34rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <EditPerformer performer={performer} onSaved={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

const valuesOf = (performer: Performer): IdentityValues => ({
  fullName: performer.fullName,
  legalGivenNames: performer.legalGivenNames,
  legalSurname: performer.legalSurname,
  aliases: performer.aliases,
  dateOfBirth: performer.dateOfBirth,
  country: performer.country,
});

type EditPerformerProps = { performer: Performer; onSaved: () => void; onCancel: () => void };

function EditPerformer({ performer, onSaved, onCancel }: EditPerformerProps) {
  const queryClient = useQueryClient();
  const param = { id: performer.id };
  const edit = useVersionedEdit({
    record: performer,
    initial: valuesOf(performer),
    valuesOf,
    validate: (values, { version }) =>
      fieldErrors<keyof IdentityValues>(performerChangeSchema.safeParse({ ...values, version })),
    async save(values, { version }) {
      const json = performerChangeSchema.parse({ ...values, version });
      await call(client.api.performers[':id'].$patch({ param, json }));
      toast.success('Success', { description: 'Performer updated' });
      onSaved();
      void refreshPerformers(queryClient);
    },
    find: () => callOrNull(client.api.performers[':id'].$get({ param })),
  });
  return (
    <form {...edit.form} className={dialog.form}>
      <EditConflict
        conflict={edit.conflict}
        itemLabel="This performer"
        onResolve={edit.resolveConflict}
      >
        {(current) => <Facts facts={identityFacts(current)} />}
      </EditConflict>
      <IdentityFields values={edit.values} errors={edit.errors} onChange={edit.change} />
      <FormActions
        submitLabel="Save Changes"
        failure={edit.failure}
        isBusy={edit.busy}
        isDisabled={edit.conflict !== null}
        onCancel={onCancel}
      />
    </form>
  );
}
