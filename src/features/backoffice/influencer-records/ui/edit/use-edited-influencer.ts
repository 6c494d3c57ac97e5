import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { describeSavedEmail } from '#src/features/backoffice/users/ui/pending-email.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import {
  EDIT_FIELDS,
  type EditField,
  type InfluencerRecord,
} from '../../edit-influencer.schema.ts';
import { findInfluencerRecord } from './edit-influencer-query.ts';
import {
  listChangedFields,
  readChange,
  resolveConflict,
  valuesOf,
  mergeTyped,
  type EditValues,
} from './edit-values.ts';

/** Validates the changed values and builds the payload. */
const read = (values: EditValues, base: InfluencerRecord) =>
  readChange(values, listChangedFields(valuesOf(base), values), base.version);

type EditedInfluencerInput = {
  opened: InfluencerRecord;
  /** Called with the first invalid field. */
  onWrong: (field: EditField) => void;
};

/** Edits an influencer, starting from a version. */
export function useEditedInfluencer({ opened, onWrong }: EditedInfluencerInput) {
  const queryClient = useQueryClient();
  const edit = useVersionedEdit({
    record: opened,
    initial: valuesOf(opened),
    valuesOf,
    validate: (values, base) => read(values, base).errors,
    revalidates: true,
    async save(sent, base) {
      const json = read(sent, base).change!;
      const saved = await call(
        client.api.influencers[':id'].$patch({ param: { id: base.id }, json }),
      );
      edit.rebase(saved, mergeTyped(sent, edit.getValues(), valuesOf(saved)));
      toast.success('Success', {
        description: json.email
          ? `Influencer updated successfully. ${describeSavedEmail(json.email)}`
          : 'Influencer updated successfully',
      });
      void queryClient.invalidateQueries();
    },
    find: ({ id }) => findInfluencerRecord(id),
    onError(error) {
      const isRefusal = error instanceof ApiError && error.problem.status < 500;
      return isRefusal ? `Failed to update influencer: ${error.message}` : 'Failed to save changes';
    },
    onInvalid: (errors) =>
      `Failed to update influencer: ${EDIT_FIELDS.map((field) => errors[field]).find(Boolean) ?? 'Check your input'}`,
    focusOn(errors) {
      const field = EDIT_FIELDS.find((each) => errors[each]);
      if (field) onWrong(field);
    },
  });
  const { base, values, conflict } = edit;
  const start = valuesOf(base);
  const changed = listChangedFields(start, values);
  return {
    ...edit,
    start,
    changed,
    present: conflict?.kind === 'changed' ? conflict.current : null,
    async save() {
      if (!conflict && changed.length > 0) await edit.submit();
    },
    change(patch: Partial<EditValues>) {
      edit.change(patch);
      edit.setFailure(null);
    },
    discard: () => edit.reset(start),
    /** Continues from the present version and uses its values for these fields. */
    resolveFields(fieldsFromPresent: ReadonlySet<EditField>) {
      if (conflict?.kind !== 'changed') return;
      const { current: present } = conflict;
      edit.rebase(present, resolveConflict(start, values, valuesOf(present), fieldsFromPresent));
    },
  };
}

export type EditedInfluencer = ReturnType<typeof useEditedInfluencer>;
