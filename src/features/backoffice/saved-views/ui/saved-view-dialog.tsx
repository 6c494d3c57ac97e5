import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  newSavedViewSchema,
  VIEW_NAME_MAXIMUM_LENGTH,
  type NewSavedView,
  type SavedView,
} from '../saved-views.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { deleteView, saveView } from './saved-views-queries.ts';

/** A saved view to edit, or the address that a new one saves. */
export type EditedView = SavedView | Pick<NewSavedView, 'path' | 'search'>;

type SavedViewDialogProps = { view: EditedView | null; onClose: () => void };

/** Saves a view under a name, or edits or deletes it. */
export function SavedViewDialog({ view, onClose }: SavedViewDialogProps) {
  const shown = useLastDefined(view);
  return (
    <FormDialog
      title={shown && 'id' in shown ? 'Edit View' : 'Save View'}
      size="26rem"
      opened={view !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <ViewForm view={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type ViewFormProps = { view: EditedView; onClose: () => void; onCancel: () => void };

function ViewForm({ view, onClose, onCancel }: ViewFormProps) {
  const queryClient = useQueryClient();
  const existing = 'id' in view ? view : null;
  const { path, search } = view;
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { name: existing?.name ?? '', isShared: existing?.isShared ?? false },
    validate: (typed) => fieldErrors(newSavedViewSchema.safeParse({ ...typed, path, search })),
    async send(typed) {
      await saveView(queryClient, { ...typed, path, search, id: existing?.id });
      toast.success('Success', { description: 'View saved' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={VIEW_NAME_MAXIMUM_LENGTH}
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Checkbox
        label="Share with colleagues"
        description="All admins and staff see it. Only you can change it."
        checked={values.isShared}
        onChange={({ currentTarget }) => change({ isShared: currentTarget.checked })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel}>
        {existing && <DeleteButton view={existing} onDeleted={onClose} />}
      </FormActions>
    </form>
  );
}

function DeleteButton({ view, onDeleted }: { view: SavedView; onDeleted: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteView(queryClient, view),
    onSuccess: onDeleted,
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  return (
    <Button
      variant="subtle"
      color="red"
      radius="xl"
      mr="auto"
      loading={isPending}
      onClick={() => mutate()}
    >
      Delete
    </Button>
  );
}
