import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import { refreshPerformers } from '#src/features/agency/performers/ui/performers-queries.ts';
import {
  CONSENT_SCOPE_LABELS,
  CONSENT_SCOPES,
  type ConsentScope,
} from '#src/features/content/consents/consents.schema.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { INVITATION_DAYS, newInvitationSchema } from '../releases.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type InviteDialogProps = {
  performer: Performer;
  opened: boolean;
  onInvited: (url: string) => void;
  onClose: () => void;
};

/** Invites a performer to sign a release. */
export function InviteDialog({ performer, opened, onInvited, onClose }: InviteDialogProps) {
  return (
    <FormDialog
      title="Invite to Sign"
      size="34rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <InviteForm performer={performer} onInvited={onInvited} onCancel={onCancel} />}
    </FormDialog>
  );
}

type Values = {
  influencerId: string | null;
  scopes: ConsentScope[];
  startsOn: string;
  endsOn: string;
  email: string;
};

const today = () => formatUtcDay(new Date());

type InviteFormProps = {
  performer: Performer;
  onInvited: (url: string) => void;
  onCancel: () => void;
};

function InviteForm({ performer, onInvited, onCancel }: InviteFormProps) {
  const queryClient = useQueryClient();
  // One id while the dialog is open: repeated requests invite once.
  const [id] = useState(() => crypto.randomUUID());
  const inputOf = (values: Values) => ({
    ...values,
    id,
    endsOn: values.endsOn || null,
    email: values.email.trim() || null,
  });
  const initial: Values = {
    influencerId: performer.influencer?.id ?? null,
    scopes: ['subscription'],
    startsOn: today(),
    endsOn: '',
    email: '',
  };
  const draft = useAppForm({
    initial,
    validate: (values) => fieldErrors<keyof Values>(newInvitationSchema.safeParse(inputOf(values))),
    async send(values) {
      const json = newInvitationSchema.parse(inputOf(values));
      const { invitations } = client.api.performers[':id'];
      const { url } = await call(invitations.$post({ param: { id: performer.id }, json }));
      await refreshPerformers(queryClient);
      if (json.email) toast.success('Success', { description: `Invitation sent to ${json.email}` });
      onInvited(url);
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const text = (name: 'startsOn' | 'endsOn' | 'email') => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        With a private link, <bdi>{performer.fullName}</bdi> confirms the date of birth, adds ID
        documents and signs the model release, without an account. The link works for{' '}
        {INVITATION_DAYS} days. An earlier open link ends.
      </p>
      <InfluencerSelect
        label="Posts of"
        withAsterisk
        value={values.influencerId}
        error={errors.influencerId}
        onChange={(influencerId) => change({ influencerId })}
      />
      <Checkbox.Group
        label="The release covers"
        withAsterisk
        value={values.scopes}
        error={errors.scopes}
        onChange={(scopes) => change({ scopes: scopes as ConsentScope[] })}
      >
        {CONSENT_SCOPES.map((scope) => (
          <Checkbox key={scope} mt="xs" value={scope} label={CONSENT_SCOPE_LABELS[scope]} />
        ))}
      </Checkbox.Group>
      <TextInput
        type="date"
        label="First day of publication"
        description="In UTC. Enter an earlier day for posts that exist already."
        withAsterisk
        {...text('startsOn')}
      />
      <TextInput
        type="date"
        label="Last day of publication"
        description="Leave blank if there is none."
        {...text('endsOn')}
      />
      <TextInput
        type="email"
        label="Email"
        description="Where the link and the signed copy are sent. Leave blank to hand the link over yourself."
        autoComplete="off"
        {...text('email')}
      />
      <FormActions submitLabel="Invite" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
