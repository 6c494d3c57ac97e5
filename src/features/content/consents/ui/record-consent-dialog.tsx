import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import { refreshPerformers } from '#src/features/agency/performers/ui/performers-queries.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  CONSENT_METHOD_LABELS,
  CONSENT_METHODS,
  CONSENT_SCOPE_LABELS,
  CONSENT_SCOPES,
  newConsentSchema,
  NOTE_MAXIMUM_LENGTH,
  type ConsentMethod,
  type ConsentScope,
} from '../consents.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { postsOfPerformerQuery } from './consents-queries.ts';

type RecordConsentDialogProps = { performer: Performer; opened: boolean; onClose: () => void };

/** Records a consent that the agency has received. */
export function RecordConsentDialog({ performer, opened, onClose }: RecordConsentDialogProps) {
  return (
    <FormDialog
      title="Record a Consent"
      size="34rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => (
        <RecordConsent performer={performer} onRecorded={onClose} onCancel={onCancel} />
      )}
    </FormDialog>
  );
}

const KINDS = [
  { value: 'period', label: 'Posts of a period' },
  { value: 'post', label: 'One post' },
];
const METHODS = CONSENT_METHODS.map((value) => ({ value, label: CONSENT_METHOD_LABELS[value] }));
const today = () => formatUtcDay(new Date());

type Values = {
  kind: 'period' | 'post';
  influencerId: string | null;
  startsOn: string;
  endsOn: string;
  postId: string;
  scopes: ConsentScope[];
  givenOn: string;
  method: ConsentMethod;
  note: string;
};
const inputOf = (values: Values, id: string) => ({
  ...values,
  id,
  endsOn: values.endsOn || null,
});

type RecordConsentProps = { performer: Performer; onRecorded: () => void; onCancel: () => void };

function RecordConsent({ performer, onRecorded, onCancel }: RecordConsentProps) {
  const queryClient = useQueryClient();
  // One id while the dialog is open: repeated requests record one consent.
  const [id] = useState(() => crypto.randomUUID());
  const initial: Values = {
    kind: 'period',
    influencerId: performer.influencer?.id ?? null,
    startsOn: today(),
    endsOn: '',
    postId: '',
    scopes: ['subscription'],
    givenOn: today(),
    method: 'paper',
    note: '',
  };
  const draft = useAppForm({
    initial,
    validate: (values) =>
      fieldErrors<keyof Values>(newConsentSchema.safeParse(inputOf(values, id))),
    async send(values) {
      const json = newConsentSchema.parse(inputOf(values, id));
      await call(
        client.api.performers[':id'].consents.$post({ param: { id: performer.id }, json }),
      );
      toast.success('Success', { description: 'Consent recorded' });
      await refreshPerformers(queryClient);
      onRecorded();
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const date = (name: 'startsOn' | 'endsOn' | 'givenOn') => ({
    type: 'date',
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <SegmentedControl
        aria-label="What the consent is for"
        fullWidth
        radius="xl"
        data={KINDS}
        value={values.kind}
        onChange={(kind) => change({ kind: kind as Values['kind'] })}
      />
      {values.kind === 'period' ? (
        <>
          <InfluencerSelect
            label="Posts of"
            withAsterisk
            value={values.influencerId}
            error={errors.influencerId}
            onChange={(influencerId) => change({ influencerId })}
          />
          <TextInput
            label="First day of publication"
            description="In UTC. Enter an earlier day for posts that exist already."
            withAsterisk
            {...date('startsOn')}
          />
          <TextInput
            label="Last day of publication"
            description="Leave blank if there is none."
            {...date('endsOn')}
          />
        </>
      ) : (
        <PostField
          performerId={performer.id}
          value={values.postId}
          error={errors.postId}
          onChange={(postId) => change({ postId })}
        />
      )}
      <Checkbox.Group
        label="The person allows"
        withAsterisk
        value={values.scopes}
        error={errors.scopes}
        onChange={(scopes) => change({ scopes: scopes as ConsentScope[] })}
      >
        {CONSENT_SCOPES.map((scope) => (
          <Checkbox key={scope} mt="xs" value={scope} label={SCOPE_TEXTS[scope]} />
        ))}
      </Checkbox.Group>
      <NativeSelect
        label="How it was given"
        data={METHODS}
        value={values.method}
        onChange={({ currentTarget }) => change({ method: currentTarget.value as ConsentMethod })}
      />
      <TextInput label="Given on" withAsterisk {...date('givenOn')} />
      <TextArea
        label="Note"
        description="Where the original is, for example."
        minRows={1}
        maxRows={4}
        maxLength={NOTE_MAXIMUM_LENGTH}
        value={values.note}
        error={errors.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <FormActions submitLabel="Record" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

const SCOPE_TEXTS: Record<ConsentScope, string> = {
  subscription: `${CONSENT_SCOPE_LABELS.subscription}: posts behind the paywall`,
  'public-preview': `${CONSENT_SCOPE_LABELS['public-preview']}: pictures on public pages`,
  marketing: `${CONSENT_SCOPE_LABELS.marketing}: advertising outside the platform`,
};

type PostFieldProps = {
  performerId: string;
  value: string;
  error: string | undefined;
  onChange: (postId: string) => void;
};

function PostField({ performerId, value, error, onChange }: PostFieldProps) {
  const { data } = useQuery(postsOfPerformerQuery(performerId));
  const posts = (data?.posts ?? []).map(({ id, caption, at }) => ({
    value: id,
    label: `${formatDate(at)}: ${caption || 'No caption yet'}`,
  }));
  return (
    <NativeSelect
      label="Post"
      description="The newest posts that the person is in. Add them to the post first."
      withAsterisk
      data={[{ value: '', label: 'Choose a post' }, ...posts]}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
