import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { ownProfileChangeSchema, type OwnProfile } from '../profile.schema.ts';
import { BIO_MAXIMUM_LENGTH } from '../users.schema.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { sessionQuery } from './session.ts';
import { useDraftForm } from './use-draft-form.ts';
import styles from './user-dialog.module.css';
import { UserDialog } from './user-dialog.tsx';
import { PersonFields } from './user-fields.tsx';

type EditProfileDialogProps = { profile: OwnProfile; opened: boolean; onClose: () => void };

export const EditProfileDialog = ({ profile, opened, onClose }: EditProfileDialogProps) => (
  <UserDialog title="Edit Profile" opened={opened} onClose={onClose}>
    <EditProfile profile={profile} onClose={onClose} />
  </UserDialog>
);

const valuesOf = ({ fullName, phone, bio }: OwnProfile) => ({
  fullName,
  phone: phone ?? '',
  bio: bio ?? '',
});

/** The own profile being changed, beside the version that it is changed from. */
function useEditedProfile(opened: OwnProfile, onClose: () => void) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  const [present, setPresent] = useState<OwnProfile | null>(null);
  const withVersion = (values: ReturnType<typeof valuesOf>) => ({
    ...values,
    version: base.version,
  });
  const draft = useDraftForm({
    initial: valuesOf(opened),
    check: (values) =>
      fieldErrors<keyof ReturnType<typeof valuesOf>>(
        ownProfileChangeSchema.safeParse(withVersion(values)),
      ),
    async send(values) {
      await call(client.api.profile.$put({ json: withVersion(values) }));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['profile'] }),
        queryClient.invalidateQueries({ queryKey: ['account', 'contact'] }),
        queryClient.invalidateQueries(sessionQuery),
      ]);
      toast.success('Success', { description: 'Account updated successfully!' });
      onClose();
    },
    async onRefused(error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'conflict') return false;
      const now = await call(client.api.profile.$get()).catch(() => null);
      setPresent(now);
      return now !== null;
    },
  });
  function settle(take: 'present' | 'mine') {
    if (!present) return;
    setBase(present);
    if (take === 'present') draft.replace(valuesOf(present));
    setPresent(null);
  }
  return { draft, present, settle };
}

function EditProfile({ profile, onClose }: { profile: OwnProfile; onClose: () => void }) {
  const { draft, present, settle } = useEditedProfile(profile, onClose);
  const { values, errors, failure, busy, change } = draft;
  return (
    <form {...draft.form} className={styles.form}>
      {present && (
        <ChangedMeanwhile
          what="Your profile"
          facts={[
            ['Full name', present.fullName || '–'],
            ['Phone', present.phone ?? '–'],
            ['Bio', present.bio ?? '–'],
          ]}
          onSettle={settle}
        />
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
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.footer}>
        <Button variant="default" radius="xl" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" radius="xl" loading={busy} disabled={present !== null}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
