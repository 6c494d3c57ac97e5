import { SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  newPerformerSchema,
  PERFORMER_KIND_LABELS,
  PERFORMER_KINDS,
  type PerformerKind,
} from '../performers.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { EMPTY_IDENTITY, IdentityFields } from './identity-fields.tsx';
import { refreshPerformers } from './performers-queries.ts';

type AddPerformerDialogProps = {
  opened: boolean;
  onClose: () => void;
  onAdded: (id: string) => void;
};

/** Adds an influencer or a co-performer to the register. */
export function AddPerformerDialog({ opened, onClose, onAdded }: AddPerformerDialogProps) {
  return (
    <FormDialog
      title="Add a Performer"
      size="34rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <AddPerformer onAdded={onAdded} onCancel={onCancel} />}
    </FormDialog>
  );
}

const KINDS = PERFORMER_KINDS.map((value) => ({ value, label: PERFORMER_KIND_LABELS[value] }));

type AddPerformerProps = { onAdded: (id: string) => void; onCancel: () => void };

function AddPerformer({ onAdded, onCancel }: AddPerformerProps) {
  const queryClient = useQueryClient();
  // One id while the dialog is open: repeated requests add one performer.
  const [id] = useState(() => crypto.randomUUID());
  const initial = {
    ...EMPTY_IDENTITY,
    kind: 'influencer' as PerformerKind,
    influencerId: null as string | null,
  };
  const draft = useAppForm({
    initial,
    validate: (values) =>
      fieldErrors<keyof typeof initial>(newPerformerSchema.safeParse({ ...values, id })),
    async send(values) {
      const json = newPerformerSchema.parse({ ...values, id });
      await call(client.api.performers.$post({ json }));
      toast.success('Success', { description: 'Performer added' });
      await refreshPerformers(queryClient);
      onAdded(id);
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const isInfluencer = values.kind === 'influencer';
  return (
    <form {...draft.form} className={dialog.form}>
      <SegmentedControl
        aria-label="Kind"
        fullWidth
        radius="xl"
        data={KINDS}
        value={values.kind}
        onChange={(kind) => change({ kind: kind as PerformerKind })}
      />
      <InfluencerSelect
        label={isInfluencer ? 'Account' : 'Appears with'}
        withAsterisk
        data-autofocus
        value={values.influencerId}
        error={errors.influencerId}
        onChange={(influencerId, name) =>
          change({
            influencerId,
            ...(isInfluencer && !values.fullName && { fullName: name }),
          })
        }
      />
      <IdentityFields values={values} errors={errors} onChange={change} />
      <FormActions submitLabel="Add" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
