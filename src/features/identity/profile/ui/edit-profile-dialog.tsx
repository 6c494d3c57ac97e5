import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Facts } from '#src/features/backoffice/users/ui/user-facts.tsx';
import { PersonFields } from '#src/features/backoffice/users/ui/user-fields.tsx';
import { BIO_MAXIMUM_LENGTH } from '#src/features/backoffice/users/users.schema.ts';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { ChangedMeanwhile, type Take } from '#src/ui/dialogs/changed-meanwhile.tsx';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useDraftForm } from '#src/ui/forms/use-draft-form.ts';
import { call, client } from '#src/web/client.ts';
import { ownProfileChangeSchema, type OwnProfile } from '../profile.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type EditProfileDialogProps = { profile: OwnProfile; opened: boolean; onClose: () => void };

export function EditProfileDialog({ profile, opened, onClose }: EditProfileDialogProps) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  return (
    <FormDialog
      title="Edit Profile"
      opened={opened}
      question={{ text: 'What you typed will be lost.', isNeeded: isUnsaved }}
      onClose={onClose}
    >
      {(onCancel) => (
        <EditProfile
          profile={profile}
          onUnsaved={setIsUnsaved}
          onSaved={onClose}
          onCancel={onCancel}
        />
      )}
    </FormDialog>
  );
}

const valuesOf = ({ fullName, phone, bio }: OwnProfile) => ({
  fullName,
  phone: phone ?? '',
  bio: bio ?? '',
});

/** The own profile being changed, beside the version that it is changed from. */
function useEditedProfile(opened: OwnProfile, onSaved: () => void) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  const [present, setPresent] = useState<OwnProfile | null>(null);
  const changeOf = ({ phone, ...values }: ReturnType<typeof valuesOf>) => ({
    ...values,
    // A stored number that breaks the rule of today does not stand in the way of other changes.
    ...(phone !== (base.phone ?? '') && { phone }),
    version: base.version,
  });
  const draft = useDraftForm({
    initial: valuesOf(opened),
    check: (values) =>
      fieldErrors<keyof ReturnType<typeof valuesOf>>(
        ownProfileChangeSchema.safeParse(changeOf(values)),
      ),
    async send(values) {
      await call(client.api.profile.$put({ json: changeOf(values) }));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['profile'] }),
        queryClient.invalidateQueries({ queryKey: ['account', 'contact'] }),
        queryClient.invalidateQueries(sessionQuery),
      ]);
      toast.success('Success', { description: 'Account updated successfully!' });
      onSaved();
    },
    async onRefused(error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'conflict') return false;
      const now = await call(client.api.profile.$get()).catch(() => null);
      setPresent(now);
      return now !== null;
    },
  });
  function settle(take: Take) {
    if (!present) return;
    setBase(present);
    if (take === 'present') draft.replace(valuesOf(present));
    setPresent(null);
  }
  return { draft, present, settle };
}

type EditProfileProps = {
  profile: OwnProfile;
  onUnsaved: (isUnsaved: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
};

function EditProfile({ profile, onUnsaved, onSaved, onCancel }: EditProfileProps) {
  const { draft, present, settle } = useEditedProfile(profile, onSaved);
  const { values, errors, failure, busy, change, isUnsaved } = draft;
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  return (
    <form {...draft.form} className={dialog.form}>
      {present && (
        <ChangedMeanwhile what="Your profile" onSettle={settle}>
          <Facts
            facts={[
              ['Full name', present.fullName || '–'],
              ['Phone', present.phone ?? '–'],
              ['Bio', present.bio ?? '–'],
            ]}
          />
        </ChangedMeanwhile>
      )}
      <PersonFields values={values} errors={errors} onChange={change} />
      <Textarea
        label="Bio"
        name="bio"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={BIO_MAXIMUM_LENGTH}
        value={values.bio}
        error={errors.bio}
        onChange={({ currentTarget }) => change({ bio: currentTarget.value })}
      />
      <FormActions submit="Save Changes" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
