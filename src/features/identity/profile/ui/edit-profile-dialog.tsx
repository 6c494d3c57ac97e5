import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { Facts } from '#src/ui/page/facts.tsx';
import { BIO_MAXIMUM_LENGTH, ownProfileChangeSchema, type OwnProfile } from '../profile.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { PersonFields } from './person-fields.tsx';

type EditProfileDialogProps = { profile: OwnProfile; opened: boolean; onClose: () => void };

export function EditProfileDialog({ profile, opened, onClose }: EditProfileDialogProps) {
  return (
    <FormDialog
      title="Edit Profile"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <EditProfile profile={profile} onSaved={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

const valuesOf = ({ fullName, phone, bio }: OwnProfile) => ({
  fullName,
  phone: phone ?? '',
  bio: bio ?? '',
});

const changeOf = ({ phone, ...values }: ReturnType<typeof valuesOf>, base: OwnProfile) => ({
  ...values,
  // A stored number that breaks today's rule does not prevent other changes.
  ...(phone !== (base.phone ?? '') && { phone }),
  version: base.version,
});

/** Edits the user's own profile, starting from a version. */
function useEditedProfile(opened: OwnProfile, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useVersionedEdit({
    record: opened,
    initial: valuesOf(opened),
    valuesOf,
    validate: (values, base) =>
      fieldErrors<keyof typeof values>(ownProfileChangeSchema.safeParse(changeOf(values, base))),
    async save(values, base) {
      await call(client.api.profile.$put({ json: changeOf(values, base) }));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['profile'] }),
        queryClient.invalidateQueries({ queryKey: ['account', 'contact'] }),
        queryClient.invalidateQueries(sessionQuery),
      ]);
      toast.success('Success', { description: 'Account updated successfully!' });
      onSaved();
    },
    find: () => call(client.api.profile.$get()),
  });
}

type EditProfileProps = { profile: OwnProfile; onSaved: () => void; onCancel: () => void };

function EditProfile({ profile, onSaved, onCancel }: EditProfileProps) {
  const { form, values, errors, failure, busy, change, ...edit } = useEditedProfile(
    profile,
    onSaved,
  );
  return (
    <form {...form} className={dialog.form}>
      <EditConflict
        conflict={edit.conflict}
        itemLabel="Your profile"
        onResolve={edit.resolveConflict}
      >
        {(present) => (
          <Facts
            facts={[
              ['Full name', present.fullName || '–'],
              ['Phone', present.phone ?? '–'],
              ['Bio', present.bio ?? '–'],
            ]}
          />
        )}
      </EditConflict>
      <PersonFields values={values} errors={errors} onChange={change} />
      <TextArea
        label="Bio"
        name="bio"
        minRows={4}
        maxRows={12}
        maxLength={BIO_MAXIMUM_LENGTH}
        value={values.bio}
        error={errors.bio}
        onChange={({ currentTarget }) => change({ bio: currentTarget.value })}
      />
      <FormActions
        submitLabel="Save Changes"
        failure={failure}
        isBusy={busy}
        isDisabled={edit.conflict !== null}
        onCancel={onCancel}
      />
    </form>
  );
}
